//! The test email that `ravenpost doctor` sends.

use crate::notification_kind::NotificationKind;
use crate::parts::frame::{Envelope, Frame};
use crate::parts::safe_line::SafeLine;
use crate::{Email, templates};

#[derive(Clone, Debug)]
pub struct Probe {
    pub frame: Frame,
    /// The transport: "relay mail.example.org, port 587, starttls".
    pub way: SafeLine,
    /// Whether the email has a DKIM signature of ours.
    pub signed: bool,
}

templates!(Probe, "emails/probe.txt", "emails/probe.html");

impl Probe {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: None,
            kind: NotificationKind::Probe,
            headline: format!("Test email from {}", self.frame.server),
            opening: "This is a test email.".to_owned(),
            why: "the admin of this server requested a test email to this address".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
