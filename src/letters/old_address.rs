//! A player wants letters to go elsewhere: the old address hears of it and has a say.

use chrono::{DateTime, Utc};

use super::frame::{Envelope, Frame};
use super::letter_kind::LetterKind;
use super::{Letter, templates};

/// A letter to the address that was.
#[derive(Clone, Debug)]
pub struct OldAddress {
    pub frame: Frame,
    /// The new address with most of its letters left out.
    pub new: String,
    /// Shows a page with two buttons; opening it changes nothing.
    pub link: String,
    pub until: DateTime<Utc>,
    /// When it may happen without a word from here, because letters to here came back.
    pub anyway: Option<DateTime<Utc>>,
}

templates!(OldAddress, "letters/old_address.txt", "letters/old_address.html");

impl OldAddress {
    pub fn compose(&self) -> Letter {
        let top = Envelope {
            frame: &self.frame,
            game: None,
            kind: LetterKind::AddressChangeOld,
            subject: format!("Shall your letters from {} go elsewhere?", self.frame.server),
            opening: format!("Somebody wants them to go to {}.", self.new),
            why: "it concerns your letters".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
