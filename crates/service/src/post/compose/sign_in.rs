//! The sign-in email.

use crate::handles::Composing;
use crate::letter_payload::LetterPayload;
use crate::people::sign_in::LINK_MINUTES;
use ravenpost_emails::{Frame, Letter, SafeLine, SignIn};
use ravenpost_store::post::outbox::Owed;

impl Composing<'_> {
    pub(super) fn sign_in_letter(self, owed: &Owed, frame: Frame) -> Option<Letter> {
        let Some(LetterPayload::SignIn(payload)) = LetterPayload::of(owed) else { return None };
        let until = owed.at + chrono::Duration::minutes(LINK_MINUTES);
        (until > frame.now).then(|| {
            let link = format!("{}/sign-in/{}", self.settings().base_url, payload.token);
            let code = SafeLine::from(payload.code);
            SignIn { frame, link, code, until, browser: SafeLine::from(payload.browser) }.compose()
        })
    }
}
