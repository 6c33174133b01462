//! A table was closed before its game started.

use crate::notification_kind::NotificationKind;
use crate::parts::frame::{Envelope, Frame, GameCard};
use crate::parts::safe_line::SafeLine;
use crate::{Email, templates};

#[derive(Clone, Debug)]
pub struct Cancelled {
    pub frame: Frame,
    pub game: GameCard,
    /// The reason as a sentence: "The organiser cancelled it."
    pub reason: SafeLine,
    /// The page that lists other tables.
    pub tables: String,
}

templates!(Cancelled, "emails/game_cancelled.txt", "emails/game_cancelled.html");

impl Cancelled {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: NotificationKind::GameCancelled,
            headline: "Game cancelled".to_owned(),
            opening: self.reason.to_string(),
            why: match self.game.seat {
                Some(_) => "you had joined this game".to_owned(),
                None => "you organise this game".to_owned(),
            },
        };
        top.seal(Text::both(self, &top), None)
    }
}
