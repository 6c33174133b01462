//! A vote failed.

use crate::notification_kind::NotificationKind;
use crate::parts::frame::{Envelope, Frame, GameCard};
use crate::parts::safe_line::SafeLine;
use crate::{Email, templates};

#[derive(Clone, Debug)]
pub struct Dropped {
    pub frame: Frame,
    pub game: GameCard,
    /// What does not happen: "No takeback".
    pub not: SafeLine,
    /// The reason as a sentence.
    pub why: SafeLine,
    /// Who is awaited now: "Red is to move."
    pub next: SafeLine,
}

templates!(Dropped, "emails/dropped.txt", "emails/dropped.html");

impl Dropped {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: NotificationKind::VoteFailed,
            headline: self.not.to_string(),
            opening: format!("{}.", self.why),
            why: "you play in this game".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
