//! The email reporting that a game has started.

use crate::error::ServiceError;
use crate::post::compose::composer::{Composer, pace_lines, sittings};
use ravenpost_emails::{Begins, Email, Started};
use ravenpost_rules::Viewer;

impl Composer<'_> {
    pub(in crate::post::compose) fn started(self) -> Result<Option<Email>, ServiceError> {
        let about = self.game.title.about();
        let viewer = Viewer::Seat(self.seat);
        let begins = self.game.seats().wait(self.seat).map(|_| Begins {
            action: self.action(),
            clock: self.clock(),
            orders: self.orders(),
        });
        let email = Started {
            seats: sittings(&self.seats),
            pace: pace_lines(self.game),
            ask: self.asked().unwrap_or_else(|| self.asks()),
            begins,
            happened: self.game.narration().since(viewer, self.seq)?,
            presentation: self.game.position.present(viewer),
            known: self.cards_known()?,
            commitment: self.game.status.commitment.clone(),
            rules: format!("{}/titles/{}", self.base, about.key),
            frame: self.frame,
            game: self.card,
        };
        Ok(Some(email.compose()))
    }
}
