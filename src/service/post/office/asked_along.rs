//! The letter that asks somebody along to a fork of the own game.

use super::author::Author;
use crate::letters::{AskedAlong, Letter, Line};
use crate::service::contract;
use crate::service::course::Status;

impl Author<'_> {
    /// None where the reader sits there already, or nobody can any more.
    pub(super) fn asked_along(self) -> Option<Letter> {
        let fork = self.fork.as_ref()?;
        let by = self.payload.about?;
        let waits = fork.course.status == Status::Open && fork.course.free().contains(&self.seat);
        let from = fork.course.fork.as_ref().filter(|_| waits)?;
        let who = self.seats.get(by.index())?;
        let letter = AskedAlong {
            name: Line::from(who.name.as_deref().unwrap_or("somebody")),
            seat: self.badge(by),
            own: self.badge(self.seat),
            step: from.step,
            begins: Line::from(contract::begins(from)),
            page: format!("{}/games/{}", self.base, fork.id),
            frame: self.frame,
            game: self.card,
        };
        Some(letter.compose())
    }
}
