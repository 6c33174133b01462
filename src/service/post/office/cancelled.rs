//! The letter that a table was closed before its game began.

use super::author::Author;
use crate::letters::{Cancelled, Letter, Line};

impl Author<'_> {
    pub(super) fn cancelled(self) -> Letter {
        Cancelled {
            reason: Line::from("Its organiser closed it."),
            tables: format!("{}/games", self.base),
            frame: self.frame,
            game: self.card,
        }
        .compose()
    }
}
