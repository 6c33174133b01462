//! The letter that asks a player about a letter that is held.

use super::composer::Composer;
use crate::letters::{Held, Letter, SafeLine};
use crate::service::post::held_letter::HeldLetter;

impl Composer<'_> {
    /// The letter about it; none when it waits no more.
    pub(super) fn held(self, held: Option<HeldLetter>) -> Option<Letter> {
        let held = held?;
        let letter = Held {
            seat: self.badge(self.seat),
            sender: SafeLine::from(held.sender),
            why: SafeLine::from(held.why),
            says: held.says,
            link: format!("{}/held", self.base),
            frame: self.frame,
            game: self.card,
        };
        Some(letter.compose())
    }
}
