//! The letter that somebody has sat down.

use super::author::{Author, sittings};
use crate::letters::{Joined, Letter, Line};

impl Author<'_> {
    pub(super) fn joined(self) -> Option<Letter> {
        let about = self.payload.about?;
        let who = self.seats.get(about.index())?;
        let letter = Joined {
            name: Line::from(who.name.as_deref().unwrap_or("somebody")),
            seat: self.badge(about),
            seats: sittings(&self.seats),
            frame: self.frame,
            game: self.card,
        };
        Some(letter.compose())
    }
}
