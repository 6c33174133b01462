//! The email to the old address about a change of address.

use crate::handles::Composing;
use chrono::Duration;

use crate::error::ServiceError;
use crate::people::address::veiled;
use crate::people::change_address::{REQUEST_DAYS, alone_from};
use ravenpost_emails::{Email, Frame, OldAddress, SafeLine};
use ravenpost_store::post::outbox::QueuedEmail;

impl Composing<'_> {
    pub(in crate::post::compose) async fn old_address_email(
        self,
        queued: &QueuedEmail,
        frame: Frame,
    ) -> Result<Option<Email>, ServiceError> {
        let Some((payload, link, mut frame)) = self.request_of(queued, frame).await? else {
            return Ok(None);
        };
        frame.reader = SafeLine::from(payload.name);
        let email = OldAddress {
            frame,
            new: veiled(&payload.new_address),
            link,
            until: queued.at + Duration::days(REQUEST_DAYS),
            anyway: payload.old_address_bounces.then(|| alone_from(queued.at)),
        };
        Ok(Some(email.compose()))
    }
}
