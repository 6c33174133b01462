//! The sender: what it has at hand for all letters on their way, and the lists it keeps.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use super::concurrency::Concurrency;
use super::message::Writer;
use super::relay_health::RelayHealth;
use super::transport::Transport;
use crate::service::post::unwritten::known_kinds;
use ravenpost_store::lists::leases;
use ravenpost_store::post::outbox::{self, Schedule};
use ravenpost_store::{Store, StoreError, writes};

/// How long a letter taken up is this sender's: longer than any one letter can take, with all the
/// patience there is for each answer. It only matters for one whose booking failed.
const LEASE: TimeDelta = TimeDelta::hours(2);
/// A node that was not heard of for so long has its letters sent by others.
const HEARD: TimeDelta = TimeDelta::seconds(30);
/// Room kept for sign-in letters besides.
const URGENT: usize = 32;
/// How long the texts of letters sent are kept, for whoever looks at the outbox.
const KEPT: TimeDelta = TimeDelta::days(14);
/// Tells the time; a made-up one in tests.
pub type Now = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

/// What the sender works with.
pub(super) struct Sender<D> {
    pub(super) source: D,
    pub(super) store: Store,
    pub(super) writer: Writer,
    pub(super) transport: Transport,
    pub(super) schedule: Schedule,
    pub(super) now: Now,
    pub(super) concurrency: Concurrency,
    pub(super) relay_health: RelayHealth,
}

impl<D> Sender<D> {
    /// Whether what waits here may leave from another node.
    pub(super) fn others_could_send(&self) -> bool {
        !self.store.is_file() && !self.transport.is_local()
    }

    pub(super) async fn tidy(&self, now: DateTime<Utc>) {
        let thin = self.store.write(writes!(|tx| outbox::purge_bodies(tx, now - KEPT).await));
        if let Err(error) = thin.await {
            tracing::warn!(%error, "old letters could not be tidied away");
        }
    }

    /// Gives back what was taken up and not sent in time, and what nodes that are gone had taken
    /// up. Nothing is written when there is none: a write would wake the sender again.
    pub(super) async fn reclaim(&self, now: DateTime<Utc>) -> Result<(), StoreError> {
        let reader = self.store.read();
        let node = self.store.node().map(str::to_owned);
        let gone = match &node {
            Some(node) => outbox::any_of_the_gone(reader, now - HEARD, node).await?,
            None => false,
        };
        if !gone && !outbox::overdue(reader, now).await? {
            return Ok(());
        }
        // Several letters at once, of any node: that is for one at a time.
        let back = self.store.write(writes!(|tx| {
            outbox::reclaim_expired(tx, now).await?;
            let Some(node) = node.filter(|_| gone) else { return Ok(0) };
            let letters = outbox::release_of_the_gone(tx, now - HEARD, &node).await?;
            leases::end_of_the_gone(tx, "delivery ", now - HEARD, &node).await?;
            Ok(letters)
        }));
        match back.await? {
            0 => {}
            count => tracing::info!(count, "requeued emails of a dead node"),
        }
        Ok(())
    }

    /// Takes up letters for so much room.
    pub(super) async fn claim(
        &self,
        now: DateTime<Utc>,
        room: usize,
    ) -> Result<Vec<outbox::Letter>, StoreError> {
        let reader = self.store.read();
        let (room, urgent) = if room > 0 { (room, false) } else { (URGENT, true) };
        let room = u32::try_from(room).unwrap_or(u32::MAX);
        let ids = outbox::due(reader, now, room, urgent, &known_kinds()).await?;
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let node = self.store.node().map(str::to_owned);
        let take = self.store.write_beside(writes!(|tx| {
            let taken = outbox::take(tx, &ids, now, LEASE).await?;
            if let Some(node) = &node {
                let ids: Vec<i64> = taken.iter().map(|letter| letter.id).collect();
                outbox::taken_by(tx, &ids, node).await?;
            }
            Ok(taken)
        }));
        take.await
    }

    /// What is taken up is nobody's when this is the only process and it has begun with nothing.
    pub(super) async fn give_all_back(&self) {
        let back = self.store.write(writes!(|tx| outbox::release_all(tx).await)).await;
        match back {
            Ok(0) => {}
            Ok(letters) => tracing::info!(letters, "letters taken up and not sent wait again"),
            Err(error) => tracing::error!(%error, "letters taken up were not given back"),
        }
    }
}
