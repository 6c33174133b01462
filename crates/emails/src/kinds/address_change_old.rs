//! Tells the old address about a requested change and lets its owner object.

use chrono::{DateTime, Utc};

use crate::notification_kind::NotificationKind;
use crate::parts::frame::{Envelope, Frame};
use crate::{Email, templates};

/// The email to the old address.
#[derive(Clone, Debug)]
pub struct OldAddress {
    pub frame: Frame,
    /// The new address, mostly masked.
    pub new: String,
    /// A page with two buttons; opening it changes nothing.
    pub link: String,
    pub until: DateTime<Utc>,
    /// When the change takes effect without confirmation, because emails to the old address bounce.
    pub anyway: Option<DateTime<Utc>>,
}

templates!(OldAddress, "emails/address_change_old.txt", "emails/address_change_old.html");

impl OldAddress {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: None,
            kind: NotificationKind::AddressChangeOld,
            headline: format!("Change your email address for {}?", self.frame.server),
            opening: format!("The new address would be {}.", self.new),
            why: "it is about your account".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
