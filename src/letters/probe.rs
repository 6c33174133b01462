//! The letter that `ravenpost doctor` sends to see whether letters arrive.

use super::frame::{Envelope, Frame};
use super::letter_kind::LetterKind;
use super::safe_line::SafeLine;
use super::{Letter, templates};

/// The trial letter of `ravenpost doctor`.
#[derive(Clone, Debug)]
pub struct Probe {
    pub frame: Frame,
    /// How it was handed over: "relay mail.example.org, port 587, starttls".
    pub way: SafeLine,
    /// Whether the letter carries a DKIM signature of ours.
    pub signed: bool,
}

templates!(Probe, "letters/probe.txt", "letters/probe.html");

impl Probe {
    pub fn compose(&self) -> Letter {
        let top = Envelope {
            frame: &self.frame,
            game: None,
            kind: LetterKind::Probe,
            subject: format!("{} can write to you", self.frame.server),
            opening: "This is a trial letter.".to_owned(),
            why: "its operator asked for a trial letter to this address".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
