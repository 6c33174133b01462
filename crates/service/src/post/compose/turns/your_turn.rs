//! The turn email.

use crate::error::ServiceError;
use crate::post::compose::composer::{Composer, sittings};
use ravenpost_emails::{Email, YourTurn};
use ravenpost_rules::Viewer;

impl Composer<'_> {
    pub(in crate::post::compose) fn your_turn(self) -> Result<Option<Email>, ServiceError> {
        if self.asked().is_none() {
            return Ok(None);
        }
        let viewer = Viewer::Seat(self.seat);
        let email = YourTurn {
            seat: self.badge(self.seat),
            seats: sittings(&self.seats),
            action: self.action(),
            clock: self.clock(),
            notes: self.notes.clone(),
            changed: self.game.recap().changed_since(self.payload.after_seq)?,
            happened: self.game.narration().since(viewer, self.payload.after_seq)?,
            presentation: self.game.position.present(viewer),
            known: self.cards_known()?,
            orders: self.orders(),
            frame: self.frame,
            game: self.card,
        };
        Ok(Some(email.compose()))
    }
}
