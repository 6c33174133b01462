//! Asks the player to confirm an email that may be forged.

use crate::notification_kind::NotificationKind;
use crate::parts::badge::Badge;
use crate::parts::frame::{Envelope, Frame, GameCard};
use crate::parts::safe_line::SafeLine;
use crate::{Email, templates};

/// An inbound email for a seat that has not been processed yet.
#[derive(Clone, Debug)]
pub struct Held {
    pub frame: Frame,
    pub game: GameCard,
    pub seat: Badge,
    /// The claimed sender address.
    pub sender: SafeLine,
    pub why: SafeLine,
    /// Its text, with links removed.
    pub says: Vec<SafeLine>,
    /// The page on which the player decides.
    pub link: String,
}

templates!(Held, "emails/reply_on_hold.txt", "emails/reply_on_hold.html");

impl Held {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: NotificationKind::ReplyOnHold,
            headline: "Did you write this?".to_owned(),
            opening: "Please confirm or decline this reply.".to_owned(),
            why: "an email for your seat arrived".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
