//! How many letters are on their way at once: some in all, few to any one domain, so that a mail
//! server that hangs does not hold up the letters to all others.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Letters on their way to one domain.
const PER_DOMAIN: usize = 2;
/// Letters on their way altogether.
const IN_ALL: usize = 8;

/// The lanes.
pub(super) struct Lanes {
    all: Arc<Semaphore>,
    domains: Mutex<BTreeMap<String, Arc<Semaphore>>>,
}

/// The right to send one letter; ends when dropped.
pub(super) struct Lane {
    _domain: OwnedSemaphorePermit,
    _all: OwnedSemaphorePermit,
}

impl Lanes {
    pub(super) fn new() -> Lanes {
        Lanes { all: Arc::new(Semaphore::new(IN_ALL)), domains: Mutex::default() }
    }

    /// Waits for a place on the way to this address. The domain's place comes first, so that
    /// nobody waits for a domain while holding a place that others could use.
    pub(super) async fn enter(&self, address: &str) -> Lane {
        let domain = address.rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
        let own = {
            let mut domains = self.domains.lock().unwrap_or_else(PoisonError::into_inner);
            domains.retain(|_, lane| Arc::strong_count(lane) > 1);
            let fresh = || Arc::new(Semaphore::new(PER_DOMAIN));
            Arc::clone(domains.entry(domain).or_insert_with(fresh))
        };
        let open = "the lanes are never closed";
        let _domain = own.acquire_owned().await.expect(open);
        let _all = Arc::clone(&self.all).acquire_owned().await.expect(open);
        Lane { _domain, _all }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[tokio::test]
    async fn one_domain_does_not_take_all_places() {
        let lanes = Lanes::new();
        let one = lanes.enter("a@slow.example").await;
        let _two = lanes.enter("b@Slow.example").await;
        assert!(lanes.enter("c@slow.example").now_or_never().is_none(), "a third one waits");
        let quick = lanes.enter("a@quick.example").now_or_never();
        assert!(quick.is_some(), "another domain does not");
        drop(one);
        assert!(lanes.enter("c@slow.example").now_or_never().is_some());
    }
}
