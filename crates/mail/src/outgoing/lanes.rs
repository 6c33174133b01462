//! Limits concurrent emails to a mail domain across all nodes, as on a single server. Each permit
//! (lane) is a lease, so that the lanes of a dead node become free after a while.

use std::time::Duration;

use chrono::TimeDelta;

use super::concurrency::{PER_DOMAIN, domain_of};
use super::sender::Sender;
use ravenpost_store::lists::leases::{self, Lease};
use ravenpost_store::{Store, StoreError, writes};

/// Longer than almost any delivery takes; one extra concurrent email is harmless. The lanes of a
/// dead node are freed together with its emails (`sender.rs`).
const HELD: TimeDelta = TimeDelta::minutes(3);
/// How often to check for a free lane.
const LOOK: Duration = Duration::from_millis(250);

/// A permit to send one email to a domain, on any node. Released when dropped.
pub(super) struct Lane {
    store: Store,
    what: String,
    holder: String,
}

impl<D> Sender<D> {
    /// Waits for a lane to this address. Returns `None` on a single server, which needs no lanes.
    pub(super) async fn lane(&self, address: &str) -> Result<Option<Lane>, StoreError> {
        if self.store.is_file() {
            return Ok(None);
        }
        let domain = domain_of(address);
        // Unique per email, but starts with the node's name, so that the lanes of a dead node can
        // be freed.
        let node = self.store.node().unwrap_or_default();
        let holder = format!("{node} {}", ravenpost_store::random_game_id());
        loop {
            for number in 1..=PER_DOMAIN {
                let what = format!("delivery {number} to {domain}");
                if self.takes_lane(&what, &holder).await? {
                    return Ok(Some(Lane { store: self.store.clone(), what, holder }));
                }
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    async fn takes_lane(&self, what: &str, holder: &str) -> Result<bool, StoreError> {
        let now = (self.now)();
        let known = leases::of(self.store.read(), what).await?;
        if known.is_some_and(|lease| lease.until > now) {
            return Ok(false);
        }
        let lease = Lease { holder: holder.to_owned(), until: now + HELD };
        let what = what.to_owned();
        self.store.write_side(writes!(|tx| leases::take(tx, &what, &lease, now).await)).await
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        let (store, what) = (self.store.clone(), std::mem::take(&mut self.what));
        let holder = std::mem::take(&mut self.holder);
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        runtime.spawn(async move {
            let back = store.write_side(writes!(|tx| leases::give_back(tx, &what, &holder).await));
            if let Err(error) = back.await {
                tracing::debug!(%error, "failed to release lane, waiting for its lease to expire");
            }
        });
    }
}
