//! Emails fetched from a remote mailbox, and the read position in it. Both are stored in one
//! transaction, so a crash loses no email.

use crate::handles::Inbox;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use ravenpost_store::post::incoming::{self, Arrival, Found, IncomingState, Outcome};
use ravenpost_store::post::mail_sources::{self, MailboxPlace};
use ravenpost_store::writes;

impl Inbox<'_> {
    /// Returns the read position in a mailbox, or `None` before the first fetch.
    pub async fn place_in(self, mailbox: &str) -> Result<Option<MailboxPlace>, ServiceError> {
        Ok(mail_sources::place(self.store().read(), mailbox).await?)
    }

    /// Moves the read position past a gap that contains no email.
    pub async fn move_in(self, mailbox: &str, place: MailboxPlace) -> Result<(), ServiceError> {
        let mailbox = mailbox.to_owned();
        let job =
            self.store().write(writes!(|tx| mail_sources::move_to(tx, &mailbox, place).await));
        Ok(job.await?)
    }

    /// Stores an email from a mailbox and moves the read position past it.
    pub async fn email_fetched(
        self,
        arrival: Arrival,
        mailbox: &str,
        place: MailboxPlace,
    ) -> Result<(), ServiceError> {
        let mailbox = mailbox.to_owned();
        let job = self.store().write(writes!(|tx| {
            incoming::add(tx, &arrival).await?;
            mail_sources::move_to(tx, &mailbox, place).await
        }));
        Ok(job.await?)
    }

    /// Records an email that was not fetched, and why; `arrival` contains a description instead of
    /// its bytes. Moves the read position past it.
    pub async fn email_left(
        self,
        now: DateTime<Utc>,
        arrival: Arrival,
        why: String,
        mailbox: &str,
        place: MailboxPlace,
    ) -> Result<(), ServiceError> {
        let mailbox = mailbox.to_owned();
        let found = Found::default();
        let outcome =
            Outcome { state: IncomingState::Ignored, found, note: why, answer: None, at: now };
        let job = self.store().write(writes!(|tx| {
            if let Some(id) = incoming::add(tx, &arrival).await? {
                incoming::settle(tx, id, &outcome).await?;
            }
            mail_sources::move_to(tx, &mailbox, place).await
        }));
        Ok(job.await?)
    }
}
