//! The email about a new or revoked access token.

use chrono::DateTime;

use crate::email_payload::EmailPayload;
use crate::handles::Composing;
use crate::people::tokens::scope::Scope;
use ravenpost_emails::{ApiToken, Email, Frame, SafeLine};
use ravenpost_store::post::outbox::QueuedEmail;

impl Composing<'_> {
    pub(in crate::post::compose) fn api_token_email(
        self,
        queued: &QueuedEmail,
        frame: Frame,
    ) -> Option<Email> {
        let Some(EmailPayload::Token(payload)) = EmailPayload::of(queued) else { return None };
        let permits = Scope::list(&payload.scopes);
        let email = ApiToken {
            frame,
            name: SafeLine::from(payload.name),
            permits: permits.into_iter().map(|scope| scope.about().to_owned()).collect(),
            until: DateTime::from_timestamp_millis(payload.expires_at)?,
            revoked: payload.revoked,
            page: format!("{}/settings/tokens", self.settings().base_url),
        };
        Some(email.compose())
    }
}
