//! Somebody says that this is their new address: the letter that proves it.

use chrono::{DateTime, Utc};

use super::frame::{Envelope, Frame};
use super::letter_kind::LetterKind;
use super::safe_line::SafeLine;
use super::{Letter, templates};

/// A letter to the address that is to be.
#[derive(Clone, Debug)]
pub struct NewAddress {
    pub frame: Frame,
    /// The player who asked, by name.
    pub name: SafeLine,
    /// Shows a page with a button; opening it changes nothing.
    pub link: String,
    pub until: DateTime<Utc>,
}

templates!(NewAddress, "letters/new_address.txt", "letters/new_address.html");

impl NewAddress {
    pub fn compose(&self) -> Letter {
        let top = Envelope {
            frame: &self.frame,
            game: None,
            kind: LetterKind::AddressChangeNew,
            subject: format!("Is this your address at {}?", self.frame.server),
            opening: format!("The link works until {}.", self.frame.at(&self.until)),
            why: "somebody who plays there typed your address as their new one".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
