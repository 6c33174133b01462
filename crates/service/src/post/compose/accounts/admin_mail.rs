//! The email that forwards mail for `postmaster` or `abuse` to the admin.

use crate::email_payload::EmailPayload;
use crate::error::ServiceError;
use crate::handles::Composing;
use crate::post::held_email::harmless;
use ravenpost_emails::{AdminMail, Email, Frame, SafeLine};
use ravenpost_store::StoreError;
use ravenpost_store::post::incoming;
use ravenpost_store::post::outbox::QueuedEmail;

impl Composing<'_> {
    pub(in crate::post::compose) async fn admin_mail(
        self,
        queued: &QueuedEmail,
        frame: Frame,
    ) -> Result<Option<Email>, ServiceError> {
        let Some(EmailPayload::Held(payload)) = EmailPayload::of(queued) else { return Ok(None) };
        let email = match incoming::get(self.store().read(), payload.inbound_email).await {
            Ok(email) => email,
            Err(StoreError::NotFound) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let email = AdminMail {
            recipient: SafeLine::from(email.recipient),
            sender: SafeLine::from(email.found.sender.unwrap_or_else(|| "nobody".to_owned())),
            says: email.words.iter().map(|line| harmless(line)).collect(),
            frame,
        };
        Ok(Some(email.compose()))
    }
}
