//! The send loop: claims due emails, renders and sends them, and records the results. Delivery is
//! at least once: after a crash between sending and recording, the same bytes are sent again.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tracing::Instrument;

use super::concurrency::Concurrency;
use super::delivery::Begun;
use super::email_source::EmailSource;
use super::message::Writer;
use super::relay_health::{RelayHealth, Throttle};
use super::sender::{Now, Sender};
use super::transport::Transport;
use ravenpost_service::post::unknown_kinds::known_kinds;
use ravenpost_store::post::outbox::{self, Schedule};
use ravenpost_store::{Store, StoreError};

/// Emails claimed at the same time.
const IN_HAND: usize = 256;
/// Maximum sleep, in case a wake-up is missed.
const NAP: Duration = Duration::from_secs(60);
/// Maximum sleep with other nodes, whose wake-ups may get lost.
const SHARED_NAP: Duration = Duration::from_secs(5);
/// The pause after a failure to read the outbox.
const AGAIN: Duration = Duration::from_secs(5);
/// The interval between deletions of old email bodies.
const TIDIED: TimeDelta = TimeDelta::hours(6);
/// How long a stopping server waits for messages in transfer. Messages that take longer are sent
/// again at the next start, with the same bytes and Message-ID.
const GRACE: Duration = Duration::from_millis(1500);

/// Sends due emails until stopped.
#[derive(Clone)]
pub struct SendLoop<D>(pub(super) Arc<Sender<D>>);

impl<D: EmailSource> SendLoop<D> {
    pub fn new(
        source: D,
        store: Store,
        writer: Writer,
        transport: Transport,
        schedule: Schedule,
        now: Now,
    ) -> SendLoop<D> {
        let (concurrency, relay_health) = (Concurrency::new(), RelayHealth::default());
        let sender =
            Sender { source, store, writer, transport, schedule, now, concurrency, relay_health };
        SendLoop(Arc::new(sender))
    }

    /// Sends until `stop` resolves. Messages in transfer are completed within a grace period; all
    /// other emails are released.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let (closing, closed) = watch::channel(false);
        let mut commits = self.0.store.emails();
        let mut work = JoinSet::new();
        let mut tidied = None;
        tokio::pin!(stop);
        self.0.give_all_back().await;
        // Without a probe, an outage recorded before the start might look ongoing until the next
        // email.
        work.spawn(Arc::clone(&self.0).probe());
        loop {
            let now = (self.0.now)();
            if tidied.is_none_or(|last| now - last >= TIDIED) {
                tidied = Some(now);
                self.0.tidy(now).await;
            }
            commits.mark_unchanged();
            let pause = match self.take_up(&mut work, &closed).await {
                Ok(pause) => {
                    self.0.source.sends((self.0.now)(), None);
                    pause
                }
                Err(error) => {
                    self.0.source.sends((self.0.now)(), Some(error.to_string()));
                    tracing::error!(%error, "failed to read the outbox");
                    self.nap().min(AGAIN)
                }
            };
            tokio::select! {
                () = &mut stop => break,
                Some(_) = work.join_next(), if !work.is_empty() => {}
                Ok(()) = commits.changed() => {}
                () = tokio::time::sleep(pause) => {}
            }
        }
        let _ = closing.send(true);
        let all = async { while work.join_next().await.is_some() {} };
        if tokio::time::timeout(GRACE, all).await.is_err() {
            tracing::warn!("deliveries did not finish before the shutdown; will resend");
        }
        work.shutdown().await;
        self.0.transport.rest();
        self.0.give_all_back().await;
    }

    /// Sends everything that is due now and waits for the results. For tests and commands.
    pub async fn pass(&self) -> Result<(), StoreError> {
        let (_closing, closed) = watch::channel(false);
        let mut work = JoinSet::new();
        loop {
            self.take_up(&mut work, &closed).await?;
            if work.join_next().await.is_none() {
                return Ok(());
            }
        }
    }

    fn nap(&self) -> Duration {
        if self.0.store.is_file() { NAP } else { SHARED_NAP }
    }

    /// Starts the due deliveries and returns how long to sleep.
    async fn take_up(
        &self,
        work: &mut JoinSet<()>,
        closed: &watch::Receiver<bool>,
    ) -> Result<Duration, StoreError> {
        while work.try_join_next().is_some() {}
        if self.0.source.rests() {
            return Ok(SHARED_NAP);
        }
        let (nap, now) = (self.nap(), (self.0.now)());
        // Reclaim even on an idle server, where nothing else is due.
        self.0.reclaim(now).await?;
        if let Some(down) = self.0.relay_health.news(now) {
            work.spawn(Arc::clone(&self.0).report_relay(down));
        }
        let until = |then: DateTime<Utc>| (then - now).to_std().unwrap_or(nap).min(nap);
        let probe = match self.0.relay_health.throttle(now) {
            Throttle::None(after) => return Ok(until(after)),
            Throttle::One if !work.is_empty() => return Ok(nap),
            throttle => throttle == Throttle::One,
        };
        if self.0.others_could_send() && !self.0.relay_health.may_try() {
            if work.is_empty() {
                work.spawn(Arc::clone(&self.0).ask());
            }
            return Ok(nap);
        }
        let next = outbox::next_moment(self.0.store.read(), &known_kinds()).await?;
        let emails = match next {
            Some(next) if next <= now => {
                let room = if probe { 1 } else { room(work.len()) };
                self.0.claim(now, room).await?
            }
            _ => Vec::new(),
        };
        let begun = emails.len();
        for email in emails {
            let begun = Begun { probe, closed: closed.clone() };
            let span = tracing::info_span!("email", sends = email.id);
            work.spawn(Arc::clone(&self.0).deliver(email, begun).instrument(span));
        }
        if probe && begun == 0 {
            work.spawn(Arc::clone(&self.0).probe());
        }
        if work.is_empty() {
            self.0.transport.rest();
        }
        Ok(match next {
            Some(next) if next > now => until(next),
            // Emails that are due but were not started wait for one in progress.
            Some(_) if work.is_empty() => Duration::from_secs(1),
            _ => nap,
        })
    }
}

/// Returns how many more emails to claim. Claims in batches, because finding the due emails takes
/// longer the more recipients there are.
fn room(in_hand: usize) -> usize {
    match IN_HAND.saturating_sub(in_hand) {
        few if few < IN_HAND / 4 => 0,
        room => room,
    }
}
