//! Preferences for the start of a game, by email from a player whose table has not started.

use super::Work;
use crate::error::ServiceError;
use crate::game::table::preferences::{self, ReceivedPreference};

impl Work<'_> {
    pub(super) async fn store_preference(
        &mut self,
        line: String,
    ) -> Result<Vec<String>, ServiceError> {
        let (game, player) = (&self.holder.game, self.holder.player.id);
        let said = ReceivedPreference { line, by_email: true };
        let stored = self.service.tables().change_preference(game, player, &said).await?;
        self.acted = true;
        Ok(vec![stored.map_or_else(
            || "Your choice was withdrawn. You can choose when the game starts.".to_owned(),
            |preference| preferences::confirmation(&preference),
        )])
    }
}
