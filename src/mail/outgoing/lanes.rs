//! Lanes to one mail domain, over all nodes: as many letters are on their way to it at once as from
//! a single server. A lane is a lease, so that what a node held when it died is free after a while.

use std::time::Duration;

use chrono::TimeDelta;

use super::concurrency::{PER_DOMAIN, domain_of};
use super::sender::Sender;
use ravenpost_store::lists::leases::{self, Lease};
use ravenpost_store::{Store, StoreError, writes};

/// Longer than nearly all letters take; one more at once does no harm. Those of a node that is
/// known to be gone end with its letters (`sender.rs`).
const HELD: TimeDelta = TimeDelta::minutes(3);
/// How often it is looked whether a lane is free.
const LOOK: Duration = Duration::from_millis(250);

/// The right to send one letter to a domain, on whichever node; ends when dropped.
pub(super) struct Lane {
    store: Store,
    what: String,
    holder: String,
}

impl<D> Sender<D> {
    /// Waits for a lane to this address. There is none to wait for where one node does all.
    pub(super) async fn lane(&self, address: &str) -> Result<Option<Lane>, StoreError> {
        if self.store.is_file() {
            return Ok(None);
        }
        let domain = domain_of(address);
        // Each letter's own, and known for its node's: what that held when it died is free again.
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
        self.store.write_beside(writes!(|tx| leases::take(tx, &what, &lease, now).await)).await
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        let (store, what) = (self.store.clone(), std::mem::take(&mut self.what));
        let holder = std::mem::take(&mut self.holder);
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        runtime.spawn(async move {
            let back =
                store.write_beside(writes!(|tx| leases::give_back(tx, &what, &holder).await));
            if let Err(error) = back.await {
                tracing::debug!(%error, "a lane is free when its lease is over");
            }
        });
    }
}
