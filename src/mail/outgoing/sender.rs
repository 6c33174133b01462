//! The sender: takes up what is due, has it written once, hands it over, and books what came of
//! it. At least once: killed between handing over and booking, it sends the same bytes again.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::desk::Desk;
use super::lanes::Lanes;
use super::message::Writer;
use super::transport::Transport;
use crate::store::outbox::{self, Schedule};
use crate::store::{Store, StoreError};

/// How long a letter taken up is this sender's: longer than any one letter can take.
const LEASE: TimeDelta = TimeDelta::minutes(15);
/// Letters taken up at once.
const IN_HAND: usize = 256;
/// The longest sleep, should a ring ever be missed.
const NAP: Duration = Duration::from_secs(60);
/// How long the texts of letters sent are kept, for whoever looks at the outbox.
const KEPT: TimeDelta = TimeDelta::days(14);
/// How often texts that were kept long enough are dropped.
const TIDIED: TimeDelta = TimeDelta::hours(6);
/// How long letters on their way may still take when the program stops.
const GRACE: Duration = Duration::from_secs(20);

/// Tells the time; a made-up one in tests.
pub type Clock = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

/// What the sender works with.
pub struct Sender<D>(pub(super) Arc<Office<D>>);

/// The same for all letters on their way.
pub(super) struct Office<D> {
    pub(super) desk: D,
    pub(super) store: Store,
    pub(super) writer: Writer,
    pub(super) transport: Transport,
    pub(super) schedule: Schedule,
    pub(super) clock: Clock,
    pub(super) lanes: Lanes,
}

impl<D: Desk> Sender<D> {
    pub fn new(
        (desk, store): (D, Store),
        (writer, transport): (Writer, Transport),
        schedule: Schedule,
        clock: Clock,
    ) -> Sender<D> {
        let lanes = Lanes::new();
        let office = Office { desk, store, writer, transport, schedule, clock, lanes };
        Sender(Arc::new(office))
    }

    /// Sends until `stop` is there. Letters on their way are seen through; those only taken up
    /// go back as if nothing had happened.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let (closing, closed) = watch::channel(false);
        let mut commits = self.0.store.commits();
        let mut work = JoinSet::new();
        let mut tidied = None;
        tokio::pin!(stop);
        loop {
            let now = (self.0.clock)();
            if tidied.is_none_or(|last| now - last >= TIDIED) {
                tidied = Some(now);
                self.0.tidy(now).await;
            }
            commits.mark_unchanged();
            let pause = match self.take_up(&mut work, &closed).await {
                Ok(pause) => pause,
                Err(error) => {
                    tracing::error!(%error, "the outbox could not be read");
                    NAP
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

    /// Starts on what is due, and tells how long there is nothing to start on.
    async fn take_up(
        &self,
        work: &mut JoinSet<()>,
        closed: &watch::Receiver<bool>,
    ) -> Result<Duration, StoreError> {
        while work.try_join_next().is_some() {}
        let now = (self.0.clock)();
        let room = IN_HAND.saturating_sub(work.len());
        let next = outbox::next_moment(self.0.store.read()).await?;
        let Some(next) = next.filter(|_| room > 0) else { return Ok(NAP) };
        if next > now {
            return Ok((next - now).to_std().unwrap_or(NAP).min(NAP));
        }
        for letter in self.0.claim(now, room).await? {
            let (office, closed) = (Arc::clone(&self.0), closed.clone());
            work.spawn(async move { office.see_to(letter, closed).await });
        }
        // Whatever is still due then was not there a moment ago, or there is no room for it.
        Ok(Duration::from_millis(200))
    }
}

impl<D> Office<D> {
    async fn tidy(&self, now: DateTime<Utc>) {
        let thin = self
            .store
            .write(move |conn| Box::pin(async move { outbox::thin(conn, now - KEPT).await }));
        if let Err(error) = thin.await {
            tracing::warn!(%error, "old letters could not be tidied away");
        }
    }

    async fn claim(
        &self,
        now: DateTime<Utc>,
        room: usize,
    ) -> Result<Vec<outbox::Letter>, StoreError> {
        let room = u32::try_from(room).unwrap_or(u32::MAX);
        self.store
            .write(move |conn| {
                Box::pin(async move {
                    outbox::lapsed(conn, now).await?;
                    outbox::claim(conn, now, LEASE, room).await
                })
            })
            .await
    }
}
