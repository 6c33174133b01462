//! The email that forwards mail for `postmaster` or `abuse` to the admin.

use crate::error::ServiceError;
use crate::handles::Composing;
use crate::letter_payload::LetterPayload;
use crate::post::held_letter::harmless;
use ravenpost_emails::{AdminMail, Frame, Letter, SafeLine};
use ravenpost_store::StoreError;
use ravenpost_store::post::incoming;
use ravenpost_store::post::outbox::Owed;

impl Composing<'_> {
    pub(super) async fn admin_mail(
        self,
        owed: &Owed,
        frame: Frame,
    ) -> Result<Option<Letter>, ServiceError> {
        let Some(LetterPayload::Held(payload)) = LetterPayload::of(owed) else { return Ok(None) };
        let email = match incoming::get(self.store().read(), payload.inbound_email).await {
            Ok(email) => email,
            Err(StoreError::NotFound) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let letter = AdminMail {
            recipient: SafeLine::from(email.recipient),
            sender: SafeLine::from(email.found.sender.unwrap_or_else(|| "nobody".to_owned())),
            says: email.words.iter().map(|line| harmless(line)).collect(),
            frame,
        };
        Ok(Some(letter.compose()))
    }
}
