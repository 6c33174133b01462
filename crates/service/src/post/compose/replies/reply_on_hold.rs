//! The email that asks a player about a held reply.

use crate::post::compose::composer::Composer;
use crate::post::held_email::HeldEmail;
use ravenpost_emails::{Email, Held, SafeLine};

impl Composer<'_> {
    /// Composes the email. Returns `None` if the reply is no longer held.
    pub(in crate::post::compose) fn held(self, held: Option<HeldEmail>) -> Option<Email> {
        let held = held?;
        let email = Held {
            seat: self.badge(self.seat),
            sender: SafeLine::from(held.sender),
            why: SafeLine::from(held.why),
            says: held.says,
            link: format!("{}/held", self.base),
            frame: self.frame,
            game: self.card,
        };
        Some(email.compose())
    }
}
