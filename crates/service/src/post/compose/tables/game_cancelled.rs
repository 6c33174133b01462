//! The email reporting that a table was closed before its game started.

use crate::post::compose::composer::Composer;
use ravenpost_emails::{Cancelled, Email, SafeLine};

impl Composer<'_> {
    pub(in crate::post::compose) fn cancelled(self) -> Email {
        Cancelled {
            reason: SafeLine::from(match self.closed_by_itself() {
                true => "There was no activity after everyone had been warned.",
                false => "The organiser cancelled it.",
            }),
            tables: format!("{}/games", self.base),
            frame: self.frame,
            game: self.card,
        }
        .compose()
    }

    /// Whether the table closed at the announced time, and not by its organiser.
    fn closed_by_itself(&self) -> bool {
        let closed = self.game.log.event(self.seq).map(|entry| entry.event.at);
        let said = self.game.status.closes;
        said.is_some_and(|said| closed.is_some_and(|at| said <= at))
    }
}
