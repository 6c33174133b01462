//! A day off by letter: one word lets a bot stand in, and one has the seat back.

use super::Work;
use crate::service::error::ServiceError;
use crate::service::table::stand_in::{Away, usual_bot};

impl Work<'_> {
    pub(super) async fn away(
        &mut self,
        at: usize,
        days: Option<u32>,
    ) -> Result<Vec<String>, ServiceError> {
        let (game, player) = (&self.holder.game, self.holder.player.id);
        let away = Away { bot: usual_bot().to_owned(), days };
        self.service.go_away(self.now, game, player, &away, &self.key(at)).await?;
        self.acted = true;
        let days = days.map_or_else(String::new, |days| format!(" for {days} days"));
        Ok(vec![format!(
            "The bot {} plays for you{days}, until you write back in an answer to any letter \
             about this game, or say so on its page.",
            away.bot
        )])
    }

    pub(super) async fn back(&mut self, at: usize) -> Result<Vec<String>, ServiceError> {
        let (game, player) = (&self.holder.game, self.holder.player.id);
        self.service.come_back(self.now, game, player, &self.key(at)).await?;
        self.acted = true;
        Ok(vec!["Welcome back: you play your seat again.".to_owned()])
    }
}
