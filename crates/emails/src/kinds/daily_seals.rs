//! The recent daily seals, sent to the admin. Copies stored elsewhere can prove tampering.

use crate::notification_kind::NotificationKind;
use crate::parts::frame::{Envelope, Frame, Seal};
use crate::{Email, templates};

#[derive(Clone, Debug)]
pub struct Seals {
    pub frame: Frame,
    /// The seals since the last such email, oldest first.
    pub seals: Vec<Seal>,
    /// The page that lists all seals.
    pub page: String,
}

templates!(Seals, "emails/daily_seals.txt", "emails/daily_seals.html");

impl Seals {
    pub fn compose(&self) -> Email {
        let last = self.seals.last().map(|seal| format!(" to {}", seal.day)).unwrap_or_default();
        let top = Envelope {
            frame: &self.frame,
            game: None,
            kind: NotificationKind::DailySeals,
            headline: format!("{}: daily seals up{last}", self.frame.server),
            opening: "Keep this email. It can prove later changes to games.".to_owned(),
            why: "you are the admin of this server".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
