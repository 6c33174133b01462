//! An email to `postmaster` or `abuse`, forwarded to the admin.

use crate::notification_kind::NotificationKind;
use crate::parts::frame::{Envelope, Frame};
use crate::parts::safe_line::SafeLine;
use crate::{Email, templates};

#[derive(Clone, Debug)]
pub struct AdminMail {
    pub frame: Frame,
    /// The address that it was sent to.
    pub recipient: SafeLine,
    /// The claimed sender address.
    pub sender: SafeLine,
    /// Its subject and text, with links removed.
    pub says: Vec<SafeLine>,
}

templates!(AdminMail, "emails/admin_mail.txt", "emails/admin_mail.html");

impl AdminMail {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: None,
            kind: NotificationKind::AdminMail,
            headline: format!("{}: email to {}", self.frame.server, self.recipient),
            opening: format!("From {}.", self.sender),
            why: "you are the admin of this server".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
