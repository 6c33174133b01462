//! The letter to whoever had a seat that the organiser took.

use super::author::Author;
use crate::letters::{Letter, Line, Replaced};
use crate::rules::Act;

impl Author<'_> {
    pub(super) fn replaced(self) -> Option<Letter> {
        let entry = self.live.log.event(self.seq)?;
        let Act::Replaced { seat, reason, .. } = entry.act else { return None };
        let letter = Replaced {
            seat: self.badge(*seat),
            reason: Line::from(reason),
            frame: self.frame,
            game: self.card,
        };
        Some(letter.compose())
    }
}
