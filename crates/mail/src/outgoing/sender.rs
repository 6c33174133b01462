//! The shared state of the send loop and its deliveries.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use super::concurrency::Concurrency;
use super::message::Writer;
use super::relay_health::RelayHealth;
use super::transport::Transport;
use ravenpost_service::post::unknown_kinds::known_kinds;
use ravenpost_store::lists::leases;
use ravenpost_store::post::outbox::{self, Schedule};
use ravenpost_store::{Store, StoreError, writes};

/// How long a claimed email belongs to this sender; longer than any delivery can take, with all
/// timeouts. It only matters if recording the result fails.
const LEASE: TimeDelta = TimeDelta::hours(2);
/// The emails of a node without a heartbeat for this long are sent by others.
const HEARD: TimeDelta = TimeDelta::seconds(30);
/// Additional capacity for urgent emails such as sign-in links.
const URGENT: usize = 32;
/// How long the bodies of sent emails are stored for the outbox page.
const RETENTION: TimeDelta = TimeDelta::days(14);
/// A source of the current time, replaceable in tests.
pub type Now = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

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
    /// Returns whether another node could send the queued emails.
    pub(super) fn others_could_send(&self) -> bool {
        !self.store.is_file() && !self.transport.is_local()
    }

    pub(super) async fn tidy(&self, now: DateTime<Utc>) {
        let thin = self.store.write(writes!(|tx| outbox::purge_bodies(tx, now - RETENTION).await));
        if let Err(error) = thin.await {
            tracing::warn!(%error, "failed to delete old email bodies");
        }
    }

    /// Releases overdue claims and those of dead nodes. Writes nothing if there are none, because a
    /// write would wake the send loop again.
    pub(super) async fn reclaim(&self, now: DateTime<Utc>) -> Result<(), StoreError> {
        let reader = self.store.read();
        let node = self.store.node().map(str::to_owned);
        let gone = match &node {
            Some(node) => outbox::any_claimed_by_dead_nodes(reader, now - HEARD, node).await?,
            None => false,
        };
        if !gone && !outbox::overdue(reader, now).await? {
            return Ok(());
        }
        // Changes several emails of any node, so it is serialised with other writes.
        let back = self.store.write(writes!(|tx| {
            outbox::reclaim_expired(tx, now).await?;
            let Some(node) = node.filter(|_| gone) else { return Ok(0) };
            let emails = outbox::release_claims_of_dead_nodes(tx, now - HEARD, &node).await?;
            leases::end_leases_of_dead_nodes(tx, "delivery ", now - HEARD, &node).await?;
            Ok(emails)
        }));
        match back.await? {
            0 => {}
            count => tracing::info!(count, "requeued emails from a dead node"),
        }
        Ok(())
    }

    /// Claims emails for the given capacity.
    pub(super) async fn claim(
        &self,
        now: DateTime<Utc>,
        room: usize,
    ) -> Result<Vec<outbox::OutboxEmail>, StoreError> {
        let reader = self.store.read();
        let (room, urgent) = if room > 0 { (room, false) } else { (URGENT, true) };
        let room = u32::try_from(room).unwrap_or(u32::MAX);
        let ids = outbox::due(reader, now, room, urgent, &known_kinds()).await?;
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let node = self.store.node().map(str::to_owned);
        let take = self.store.write_side(writes!(|tx| {
            let taken = outbox::take(tx, &ids, now, LEASE).await?;
            if let Some(node) = &node {
                let ids: Vec<i64> = taken.iter().map(|email| email.id).collect();
                outbox::taken_by(tx, &ids, node).await?;
            }
            Ok(taken)
        }));
        take.await
    }

    /// Releases all claims of a single server. Must only run while no delivery is in progress.
    pub(super) async fn give_all_back(&self) {
        let back = self.store.write(writes!(|tx| outbox::release_all(tx).await)).await;
        match back {
            Ok(0) => {}
            Ok(emails) => tracing::info!(emails, "released claimed emails"),
            Err(error) => tracing::error!(%error, "failed to release claimed emails"),
        }
    }
}
