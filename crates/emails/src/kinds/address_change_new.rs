//! Verifies a new email address of a player.

use chrono::{DateTime, Utc};

use crate::notification_kind::NotificationKind;
use crate::parts::frame::{Envelope, Frame};
use crate::parts::safe_line::SafeLine;
use crate::{Email, templates};

/// The email to the new address.
#[derive(Clone, Debug)]
pub struct NewAddress {
    pub frame: Frame,
    /// The name of the player who requested the change.
    pub name: SafeLine,
    /// A page with a confirmation button; opening it changes nothing.
    pub link: String,
    pub until: DateTime<Utc>,
}

templates!(NewAddress, "emails/address_change_new.txt", "emails/address_change_new.html");

impl NewAddress {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: None,
            kind: NotificationKind::AddressChangeNew,
            headline: format!("Confirm your new email address for {}", self.frame.server),
            opening: format!("The link works until {}.", self.frame.at(&self.until)),
            why: "a player entered your address as their new one".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
