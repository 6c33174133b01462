//! The email with the result of a game.

use crate::error::ServiceError;
use crate::post::compose::composer::{Composer, sittings};
use ravenpost_emails::{Email, GameOver};
use ravenpost_log::Act;
use ravenpost_rules::Viewer;

impl Composer<'_> {
    pub(in crate::post::compose) fn game_over(self) -> Result<Option<Email>, ServiceError> {
        let Some(outcome) = self.game.outcome() else { return Ok(None) };
        let viewer = Viewer::Seat(self.seat);
        let secret = self.game.log.iter().rev().find_map(|entry| match entry.act {
            Act::Ended { secret, .. } => Some(secret.clone()),
            _ => None,
        });
        let page = &self.card.page;
        let email = GameOver {
            seats: sittings(&self.seats),
            outcome,
            agreed: self.game.status.agreed.is_some(),
            happened: self.game.narration().since(viewer, self.payload.after_seq)?,
            presentation: self.game.presentation(viewer),
            replay: format!("{page}?at=1"),
            saga: format!("{page}/saga"),
            check: format!("{page}/audit"),
            secret: secret.unwrap_or_default(),
            frame: self.frame,
            game: self.card,
        };
        Ok(Some(email.compose()))
    }
}
