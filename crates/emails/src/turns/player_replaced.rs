//! The reader's seat was taken away to be given to another player.

use crate::notification_kind::NotificationKind;
use crate::parts::badge::Badge;
use crate::parts::frame::{Envelope, Frame, GameCard};
use crate::parts::safe_line::SafeLine;
use crate::{Email, templates};

#[derive(Clone, Debug)]
pub struct Replaced {
    pub frame: Frame,
    pub game: GameCard,
    /// Who decided: "The organiser" or "The table".
    pub who: SafeLine,
    pub seat: Badge,
    pub reason: SafeLine,
}

templates!(Replaced, "emails/player_replaced.txt", "emails/player_replaced.html");

impl Replaced {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: NotificationKind::PlayerReplaced,
            headline: "You were replaced".to_owned(),
            opening: format!("{} removed you from the game: {}", self.who, self.reason),
            why: "you played in this game".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
