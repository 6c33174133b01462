//! The sign-in email.

use crate::email_payload::EmailPayload;
use crate::handles::Composing;
use crate::people::sign_in::LINK_MINUTES;
use ravenpost_emails::{Email, Frame, SafeLine, SignIn};
use ravenpost_store::post::outbox::QueuedEmail;

impl Composing<'_> {
    pub(in crate::post::compose) fn sign_in_email(
        self,
        queued: &QueuedEmail,
        frame: Frame,
    ) -> Option<Email> {
        let Some(EmailPayload::SignIn(payload)) = EmailPayload::of(queued) else { return None };
        let until = queued.at + chrono::Duration::minutes(LINK_MINUTES);
        (until > frame.now).then(|| {
            let link = format!("{}/sign-in/{}", self.settings().base_url, payload.token);
            let code = SafeLine::from(payload.code);
            SignIn { frame, link, code, until, browser: SafeLine::from(payload.browser) }.compose()
        })
    }
}
