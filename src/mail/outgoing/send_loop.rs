//! The send loop: takes up what is due, has it written, hands it over, and books what came of it.
//! At
//! least once: killed between handing over and booking, it sends the same bytes again.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::concurrency::Concurrency;
use super::delivery::Begun;
use super::letter_source::LetterSource;
use super::message::Writer;
use super::relay_health::{RelayHealth, Throttle};
use super::sender::{Now, Sender};
use super::transport::Transport;
use crate::service::post::unwritten::known_kinds;
use ravenpost_store::post::outbox::{self, Schedule};
use ravenpost_store::{Store, StoreError};

/// Letters taken up at once.
const IN_HAND: usize = 256;
/// The longest sleep, should a ring ever be missed.
const NAP: Duration = Duration::from_secs(60);
/// The same where other nodes owe letters too: their rings may get lost.
const SHARED_NAP: Duration = Duration::from_secs(5);
/// The pause after the outbox could not be read.
const AGAIN: Duration = Duration::from_secs(5);
/// How often texts that were kept long enough are dropped.
const TIDIED: TimeDelta = TimeDelta::hours(6);
/// How long letters whose bytes are on the wire may still take when the program stops. One that
/// takes longer goes out again at the next start, with the same bytes under the same Message-ID.
const GRACE: Duration = Duration::from_millis(1500);

/// Sends what is due, for as long as it runs.
#[derive(Clone)]
pub struct SendLoop<D>(pub(super) Arc<Sender<D>>);

impl<D: LetterSource> SendLoop<D> {
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

    /// Sends until `stop` is there. Letters whose bytes are on the wire are seen through, for a
    /// moment; all others go back as if nothing had happened.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let (closing, closed) = watch::channel(false);
        let mut commits = self.0.store.letters();
        let mut work = JoinSet::new();
        let mut tidied = None;
        tokio::pin!(stop);
        self.0.give_all_back().await;
        // Whether an outage that was noted before the start is over, no letter may tell for days.
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
                    tracing::error!(%error, "the outbox could not be read");
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
            tracing::warn!("some letters were on their way too long; they will be sent again");
        }
        work.shutdown().await;
        self.0.transport.rest();
        self.0.give_all_back().await;
    }

    /// Sends everything that is due now and comes back when it is done. For tests and commands.
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

    /// Starts on what is due, and tells how long there is nothing to start on.
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
        // On a quiet server too, where nothing else is due.
        self.0.reclaim(now).await?;
        if let Some(down) = self.0.relay_health.news(now) {
            work.spawn(Arc::clone(&self.0).tell_of_relay(down));
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
        let letters = match next {
            Some(next) if next <= now => {
                let room = if probe { 1 } else { room(work.len()) };
                self.0.claim(now, room).await?
            }
            _ => Vec::new(),
        };
        let begun = letters.len();
        for letter in letters {
            let begun = Begun { probe, closed: closed.clone() };
            work.spawn(Arc::clone(&self.0).deliver(letter, begun));
        }
        if probe && begun == 0 {
            work.spawn(Arc::clone(&self.0).probe());
        }
        if work.is_empty() {
            self.0.transport.rest();
        }
        Ok(match next {
            Some(next) if next > now => until(next),
            // What is due and was not begun with waits for one of those on their way.
            Some(_) if work.is_empty() => Duration::from_secs(1),
            _ => nap,
        })
    }
}

/// How many more letters are taken up: many at once rather than one again and again, because
/// finding out whose turn it is takes longer the more people wait.
fn room(in_hand: usize) -> usize {
    match IN_HAND.saturating_sub(in_hand) {
        few if few < IN_HAND / 4 => 0,
        room => room,
    }
}
