//! The sign-in email.

use crate::letters::{Frame, Letter, SafeLine, SignIn};
use crate::service::Service;
use crate::service::letter_payload::LetterPayload;
use crate::service::people::sign_in::LINK_MINUTES;
use ravenpost_store::post::outbox::Owed;

impl Service {
    pub(super) fn sign_in_letter(&self, owed: &Owed, frame: Frame) -> Option<Letter> {
        let Some(LetterPayload::SignIn(payload)) = LetterPayload::of(owed) else { return None };
        let until = owed.at + chrono::Duration::minutes(LINK_MINUTES);
        (until > frame.now).then(|| {
            let link = format!("{}/sign-in/{}", self.settings().base_url, payload.token);
            let code = SafeLine::from(payload.code);
            SignIn { frame, link, code, until, browser: SafeLine::from(payload.browser) }.compose()
        })
    }
}
