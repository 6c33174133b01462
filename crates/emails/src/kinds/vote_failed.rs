//! A vote failed.

use crate::notification_kind::NotificationKind;
use crate::parts::frame::{Envelope, Frame, GameCard};
use crate::parts::notice::Notice;
use crate::parts::safe_line::SafeLine;
use crate::parts::todo::Todo;
use crate::{Email, templates};

#[derive(Clone, Debug)]
pub struct Dropped {
    pub frame: Frame,
    pub game: GameCard,
    /// What does not happen: "No takeback".
    pub not: SafeLine,
    /// The reason as a sentence.
    pub why: SafeLine,
    /// The reader's pending decision, or the awaited seats.
    pub now: Todo,
}

templates!(Dropped, "emails/vote_failed.txt", "emails/vote_failed.html");

impl Dropped {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: NotificationKind::VoteFailed,
            headline: self.not.to_string(),
            opening: format!("{}.", self.why),
            why: "you are in this game".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }

    /// Returns the news to include in another email about the game.
    pub fn notice(&self) -> Notice {
        let lines = vec![format!("{}.", self.why).into()];
        Notice { kind: NotificationKind::VoteFailed, headline: self.not.clone(), lines }
    }
}
