//! An email to `postmaster` or `abuse`, forwarded to the admin.

use crate::letter_kind::LetterKind;
use crate::parts::frame::{Envelope, Frame};
use crate::parts::safe_line::SafeLine;
use crate::{Letter, templates};

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

templates!(AdminMail, "letters/admin_mail.txt", "letters/admin_mail.html");

impl AdminMail {
    pub fn compose(&self) -> Letter {
        let top = Envelope {
            frame: &self.frame,
            game: None,
            kind: LetterKind::AdminMail,
            subject: format!("{}: email to {}", self.frame.server, self.recipient),
            opening: format!("From {}.", self.sender),
            why: "you run it".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
