//! The email that confirms a new address.

use crate::handles::Composing;
use chrono::Duration;

use crate::email_payload::{AddressPayload, EmailPayload};
use crate::error::ServiceError;
use crate::people::change_address::{REQUEST_DAYS, oldest};
use ravenpost_emails::{Email, Frame, NewAddress, SafeLine};
use ravenpost_store::people::address_changes;
use ravenpost_store::post::outbox::QueuedEmail;
use ravenpost_store::token_hash;

impl Composing<'_> {
    pub(in crate::post::compose) async fn new_address_email(
        self,
        queued: &QueuedEmail,
        frame: Frame,
    ) -> Result<Option<Email>, ServiceError> {
        let Some((payload, link, frame)) = self.request_of(queued, frame).await? else {
            return Ok(None);
        };
        let name = SafeLine::for_strangers(&payload.name, "A player");
        let until = queued.at + Duration::days(REQUEST_DAYS);
        Ok(Some(NewAddress { frame, name, link, until }.compose()))
    }

    /// Returns the payload of the email, its link, and the frame in the player's time zone. Returns
    /// `None` if the request for the change no longer exists.
    pub(in crate::post::compose) async fn request_of(
        self,
        queued: &QueuedEmail,
        mut frame: Frame,
    ) -> Result<Option<(AddressPayload, String, Frame)>, ServiceError> {
        let Some(EmailPayload::AddressChange(payload)) = EmailPayload::of(queued) else {
            return Ok(None);
        };
        let hash = token_hash(&payload.token);
        let after = oldest(frame.now);
        if address_changes::by_link(self.store().read(), &hash, after).await?.is_none() {
            return Ok(None);
        }
        frame.zone = payload.time_zone.parse().unwrap_or(frame.zone);
        let link = format!("{}/address/{}", self.settings().base_url, payload.token);
        Ok(Some((payload, link, frame)))
    }
}
