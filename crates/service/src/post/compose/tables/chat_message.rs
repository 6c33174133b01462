//! The email with messages at the table.

use crate::post::compose::composer::Composer;
use crate::talk::email::back;
use ravenpost_emails::{ChatNotification, Email};

impl Composer<'_> {
    /// Returns `None` if another email has already reported all of them.
    pub(in crate::post::compose) fn said(self) -> Option<Email> {
        if self.frame.heard.is_empty() {
            return None;
        }
        let email = ChatNotification {
            seat: self.badge(self.seat),
            asked: self.asked(),
            back: back(&self.frame.heard),
            frame: self.frame,
            game: self.card,
        };
        Some(email.compose())
    }
}
