//! The letter that a table was closed before its game began.

use super::composer::Composer;
use crate::letters::{Cancelled, Letter, SafeLine};

impl Composer<'_> {
    pub(super) fn cancelled(self) -> Letter {
        Cancelled {
            reason: SafeLine::from("Its organiser closed it."),
            tables: format!("{}/games", self.base),
            frame: self.frame,
            game: self.card,
        }
        .compose()
    }
}
