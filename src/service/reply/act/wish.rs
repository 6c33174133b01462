//! A wish for the beginning, by letter, from somebody who sits at a table that has not begun.

use super::Work;
use crate::service::error::ServiceError;
use crate::service::game::wishes::{self, WishOrder};

impl Work<'_> {
    pub(super) async fn wish(&mut self, line: String) -> Result<Vec<String>, ServiceError> {
        let (game, player) = (&self.holder.game, self.holder.player.id);
        let said = WishOrder { line, by_letter: true };
        let kept = self.service.change_wish(game, player, &said).await?;
        self.acted = true;
        Ok(vec![kept.map_or_else(
            || "Your wish is withdrawn: you are asked when the game begins.".to_owned(),
            |wish| wishes::kept(&wish),
        )])
    }
}
