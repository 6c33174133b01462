//! Emails to one of the seats bounce. Sent to people who may be able to reach the player in another
//! way.

use crate::notification_kind::NotificationKind;
use crate::parts::badge::Badge;
use crate::parts::frame::{Envelope, Frame, GameCard};
use crate::parts::safe_line::SafeLine;
use crate::{Email, templates};

/// The bounce notification. Names the seat and the player, never the address.
#[derive(Clone, Debug)]
pub struct Undelivered {
    pub frame: Frame,
    pub game: GameCard,
    pub seat: Badge,
    pub name: SafeLine,
    /// What the remote mail server replied, without addresses.
    pub reason: SafeLine,
}

templates!(Undelivered, "emails/email_undelivered.txt", "emails/email_undelivered.html");

impl Undelivered {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: NotificationKind::EmailUndelivered,
            headline: format!("Emails to {} cannot be delivered", self.seat.name()),
            opening: format!("{} may not know that it is their turn.", self.name),
            why: "you organise this game".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
