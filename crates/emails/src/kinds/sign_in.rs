//! The sign-in email with a link and a code.

use chrono::{DateTime, Utc};

use crate::notification_kind::NotificationKind;
use crate::parts::frame::{Envelope, Frame};
use crate::parts::safe_line::SafeLine;
use crate::{Email, templates};

#[derive(Clone, Debug)]
pub struct SignIn {
    pub frame: Frame,
    /// A page with one button; the link alone does not sign in.
    pub link: String,
    /// The code to type in the browser that requested the sign-in.
    pub code: SafeLine,
    pub until: DateTime<Utc>,
    /// The browser that requested the sign-in, if known: "Firefox on Linux". May be empty.
    pub browser: SafeLine,
}

templates!(SignIn, "emails/sign_in.txt", "emails/sign_in.html");

impl SignIn {
    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: None,
            kind: NotificationKind::SignIn,
            headline: format!("{} is your {} sign-in code", self.code, self.frame.server),
            opening: "Or use the link in this email. Each works once.".to_owned(),
            why: "someone entered your address on the sign-in page".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
