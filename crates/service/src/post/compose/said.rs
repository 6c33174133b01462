//! The email with messages at the table.

use super::composer::Composer;
use crate::talk::letter::back;
use ravenpost_emails::{Letter, Said};

impl Composer<'_> {
    /// Returns `None` if another email has already reported all of them.
    pub(super) fn said(self) -> Option<Letter> {
        if self.frame.heard.is_empty() {
            return None;
        }
        let letter = Said {
            seat: self.badge(self.seat),
            asked: self.asked(),
            back: back(&self.frame.heard),
            frame: self.frame,
            game: self.card,
        };
        Some(letter.compose())
    }
}
