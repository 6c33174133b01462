//! The email to the admin with the seals of the last days.

use crate::email_payload::EmailPayload;
use crate::error::ServiceError;
use crate::handles::Composing;
use ravenpost_emails::{Email, Frame, Seals, parts::frame};
use ravenpost_store::log::seals;
use ravenpost_store::post::outbox::QueuedEmail;

/// Maximum number of seals in one email: a month and some more days.
const MOST: u32 = 40;

impl Composing<'_> {
    pub(in crate::post::compose) async fn seals_email(
        self,
        queued: &QueuedEmail,
        frame: Frame,
    ) -> Result<Option<Email>, ServiceError> {
        let Some(EmailPayload::Seals(payload)) = EmailPayload::of(queued) else { return Ok(None) };
        let latest = seals::latest(self.store().read(), MOST).await?;
        let news =
            latest.iter().rev().filter(|seal| payload.after_day.is_none_or(|day| seal.day > day));
        let seals: Vec<frame::Seal> = news.map(seal_line).collect();
        let page = format!("{}/seals", self.settings().base_url);
        Ok((!seals.is_empty()).then(|| Seals { frame, seals, page }.compose()))
    }

    /// Returns the newest seal, for the footer of an email.
    pub(in crate::post::compose) async fn last_seal(
        self,
    ) -> Result<Option<frame::Seal>, ServiceError> {
        Ok(seals::last(self.store().read()).await?.as_ref().map(seal_line))
    }
}

fn seal_line(seal: &seals::Seal) -> frame::Seal {
    let (day, hash, note) = (seal.day.to_string(), seal.hash.hex(), seal.note.clone());
    frame::Seal { day, games: seal.games, hash, note }
}
