//! Records the result of a delivery (sent, failed, dropped or released), then logs it.

use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio::sync::watch;

use super::email_source::EmailSource;
use super::failure::{Failure, FailureKind};
use super::sender::Sender;
use ravenpost_metrics::labels::Delivery;
use ravenpost_store::people::players;
use ravenpost_store::post::outbox::{self, Again};
use ravenpost_store::{StoreError, writes};

/// Emails per day at which the admin is warned.
const MANY: u32 = 4000;

/// Seconds between attempts to record a result; the last value repeats.
const PAUSES: [u64; 4] = [1, 2, 5, 15];

/// The result to record for an email.
#[derive(Clone)]
pub(super) enum Booking {
    /// Accepted by the relay, with this reply.
    Sent(String),
    Failed(Failure),
    Dropped(&'static str),
    /// Not attempted: the server is stopping, or the relay is unavailable.
    Released,
    /// Not to be sent before this time.
    Later(DateTime<Utc>),
    /// Another node sends it.
    Taken,
}

impl Booking {
    /// Returns how the attempt is counted; `None` if there was none.
    pub(super) fn counted(&self) -> Option<Delivery> {
        Some(match self {
            Booking::Sent(_) => Delivery::Sent,
            Booking::Failed(failure) => match failure.failure_kind {
                FailureKind::Relay => Delivery::Relay,
                FailureKind::Later => Delivery::Deferred,
                FailureKind::Never | FailureKind::Gone => Delivery::Refused,
            },
            Booking::Dropped(_) => Delivery::Dropped,
            Booking::Released | Booking::Later(_) | Booking::Taken => return None,
        })
    }
}

impl<D: EmailSource> Sender<D> {
    /// Records the result, and retries while the database is unavailable: an unrecorded email would
    /// be sent a second time. Gives up when `closed` turns true.
    pub(super) async fn record(
        &self,
        email: &outbox::OutboxEmail,
        end: Booking,
        address: &str,
        mut closed: watch::Receiver<bool>,
    ) {
        let mut pauses = PAUSES.iter();
        let mut pause = PAUSES[0];
        while let Err(error) = self.book(email, end.clone(), address).await {
            let again = error.passing() || matches!(error, StoreError::Conflict);
            tracing::error!(email = email.id, %error, again, "failed to record a delivery");
            if !again || *closed.borrow() {
                // The email is released when its lease expires, or at the next start.
                return;
            }
            pause = pauses.next().copied().unwrap_or(pause);
            tokio::select! {
                () = tokio::time::sleep(Duration::from_secs(pause)) => {}
                _ = closed.wait_for(|closed| *closed) => {}
            }
        }
    }

    /// Logs a sent email after it has been recorded.
    fn log_sent(&self, email: &outbox::OutboxEmail, answer: &str) {
        tracing::info!(email = email.id, kind = email.queued.kind, answer, "sent email");
        if self.concurrency.count((self.now)()) == MANY {
            tracing::warn!(
                sent_today = MANY,
                "approaching the volume at which large providers apply rules for bulk senders"
            );
        }
    }

    async fn book(
        &self,
        email: &outbox::OutboxEmail,
        end: Booking,
        address: &str,
    ) -> Result<(), StoreError> {
        let (id, now, local) = (email.id, (self.now)(), self.transport.is_local());
        match end {
            Booking::Sent(answer) => {
                let sent = self.store.write_side(writes!(|tx| {
                    outbox::sent(tx, id, now).await?;
                    if local { Ok(()) } else { outbox::scrub_body(tx, id).await }
                }));
                sent.await?;
                self.log_sent(email, &answer);
                Ok(())
            }
            Booking::Dropped(reason) => {
                self.store.write(writes!(|tx| outbox::drop_one(tx, id, reason).await)).await
            }
            Booking::Later(then) => {
                self.store.write(writes!(|tx| outbox::wait(tx, id, then).await)).await
            }
            Booking::Taken => Ok(()),
            Booking::Released => {
                self.store.write(writes!(|tx| outbox::release(tx, id).await)).await
            }
            Booking::Failed(failure) if failure.failure_kind == FailureKind::Relay => {
                let (why, words) = (failure.words.clone(), failure.words);
                self.store.write(writes!(|tx| outbox::put_off(tx, id, Some(&words)).await)).await?;
                tracing::warn!(email = id, why, "email is waiting for the relay");
                Ok(())
            }
            Booking::Failed(failure) => self.book_failure(email, failure, address).await,
        }
    }

    async fn book_failure(
        &self,
        email: &outbox::OutboxEmail,
        failure: Failure,
        address: &str,
    ) -> Result<(), StoreError> {
        let (id, now) = (email.id, (self.now)());
        let schedule = (failure.failure_kind == FailureKind::Later).then(|| self.schedule.clone());
        let gone = (failure.failure_kind == FailureKind::Gone).then(|| address.to_owned());
        let words = failure.words.clone();
        let again = self
            .store
            .write(writes!(|tx| {
                if let Some(address) = gone {
                    players::nobody_there(tx, &address, now, &words).await?;
                }
                outbox::failed(tx, id, now, &words, schedule.as_ref()).await
            }))
            .await?;
        match again {
            Again::At(due) if failure.alarms() => {
                tracing::error!(email = id, %due, why = failure.words, "email refused, retrying");
            }
            Again::At(due) => {
                tracing::warn!(email = id, %due, why = failure.words, "email deferred, retrying");
            }
            Again::Never => {
                tracing::error!(email = id, why = failure.words, "gave up on email");
                self.source.gave_up(now, email, &failure.words).await;
            }
        }
        Ok(())
    }
}
