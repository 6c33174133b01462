//! The sign-in email.

use crate::email_payload::EmailPayload;
use crate::handles::Composing;
use crate::people::sign_in::LINK_MINUTES;
use ravenpost_emails::{Email, Frame, SafeLine, SignIn};
use ravenpost_store::post::outbox::Owed;

impl Composing<'_> {
    pub(super) fn sign_in_email(self, owed: &Owed, frame: Frame) -> Option<Email> {
        let Some(EmailPayload::SignIn(payload)) = EmailPayload::of(owed) else { return None };
        let until = owed.at + chrono::Duration::minutes(LINK_MINUTES);
        (until > frame.now).then(|| {
            let link = format!("{}/sign-in/{}", self.settings().base_url, payload.token);
            let code = SafeLine::from(payload.code);
            SignIn { frame, link, code, until, browser: SafeLine::from(payload.browser) }.compose()
        })
    }
}
