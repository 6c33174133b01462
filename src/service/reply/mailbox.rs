//! A mailbox elsewhere: its letters, and how far it was read, in one piece of writing. A letter is
//! here before the place in the mailbox moves on, whatever happens between.

use chrono::{DateTime, Utc};

use crate::service::Service;
use crate::service::error::ServiceError;
use ravenpost_store::post::incoming::{self, Arrival, Found, IncomingState, Outcome};
use ravenpost_store::post::mail_sources::{self, MailboxPlace};
use ravenpost_store::writes;

impl Service {
    /// How far a mailbox was read; nothing before the first time.
    pub async fn place_in(&self, mailbox: &str) -> Result<Option<MailboxPlace>, ServiceError> {
        Ok(mail_sources::place(self.store().read(), mailbox).await?)
    }

    /// Moves the place where no letter is in between.
    pub async fn move_in(&self, mailbox: &str, place: MailboxPlace) -> Result<(), ServiceError> {
        let mailbox = mailbox.to_owned();
        let job =
            self.store().write(writes!(|tx| mail_sources::move_to(tx, &mailbox, place).await));
        Ok(job.await?)
    }

    /// Keeps a letter of a mailbox, and moves the place behind it.
    pub async fn letter_fetched(
        &self,
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

    /// Notes a letter that was left where it lies, and why; `arrival` has a word about it instead
    /// of its bytes. Moves the place behind it.
    pub async fn letter_left(
        &self,
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
