//! Limits concurrent emails, in total and per domain, so that an unresponsive mail server does not
//! hold up emails to other domains.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, NaiveDate, Utc};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

/// Concurrent emails to one domain.
pub(super) const PER_DOMAIN: usize = 2;
/// Concurrent emails in total.
const IN_ALL: usize = 8;

/// Concurrent urgent emails, for which someone is waiting; they have their own permits.
const URGENT: usize = 4;
/// Concurrent renderings of pictures; each takes a CPU core and several megabytes.
const DRAWN: usize = 2;

/// Limits on concurrent emails and renderings.
pub(super) struct Concurrency {
    render_permits: Semaphore,
    /// The current day and the number of emails sent on it.
    today: Mutex<(NaiveDate, u32)>,
    all: Arc<Semaphore>,
    urgent: Arc<Semaphore>,
    domains: Mutex<BTreeMap<String, Arc<Semaphore>>>,
}

/// A permit to send one email, released when dropped.
pub(super) struct SendPermit {
    _places: (OwnedSemaphorePermit, Option<OwnedSemaphorePermit>),
}

impl Concurrency {
    pub(super) fn new() -> Concurrency {
        Concurrency {
            render_permits: Semaphore::new(DRAWN),
            today: Mutex::default(),
            all: Arc::new(Semaphore::new(IN_ALL)),
            urgent: Arc::new(Semaphore::new(URGENT)),
            domains: Mutex::default(),
        }
    }

    /// Counts a sent email and returns the number of emails sent today.
    pub(super) fn count(&self, now: DateTime<Utc>) -> u32 {
        let mut today = self.today.lock().unwrap_or_else(PoisonError::into_inner);
        if today.0 != now.date_naive() {
            *today = (now.date_naive(), 0);
        }
        today.1 += 1;
        today.1
    }

    /// Waits for a permit to render a picture.
    pub(super) async fn render_permits(&self) -> SemaphorePermit<'_> {
        self.render_permits.acquire().await.expect("the easel is never closed")
    }

    /// Waits for a permit to send to this address. Acquires the domain's permit first, so that a
    /// busy domain does not occupy the general permits.
    pub(super) async fn enter(&self, address: &str, urgent: bool) -> SendPermit {
        let open = "the lanes are never closed";
        if urgent {
            let place = Arc::clone(&self.urgent).acquire_owned().await.expect(open);
            return SendPermit { _places: (place, None) };
        }
        let domain = domain_of(address);
        let own = {
            let mut domains = self.domains.lock().unwrap_or_else(PoisonError::into_inner);
            domains.retain(|_, permit| Arc::strong_count(permit) > 1);
            let fresh = || Arc::new(Semaphore::new(PER_DOMAIN));
            Arc::clone(domains.entry(domain).or_insert_with(fresh))
        };
        let domain = own.acquire_owned().await.expect(open);
        let place = Arc::clone(&self.all).acquire_owned().await.expect(open);
        SendPermit { _places: (place, Some(domain)) }
    }
}

/// Returns the domain of an address in lower case.
pub(super) fn domain_of(address: &str) -> String {
    address.rsplit('@').next().unwrap_or_default().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[test]
    fn emails_are_counted_per_day() {
        let concurrency = Concurrency::new();
        let at = |text: &str| text.parse().expect("a moment");
        assert_eq!(concurrency.count(at("2025-11-20T09:00:00Z")), 1);
        assert_eq!(concurrency.count(at("2025-11-20T23:00:00Z")), 2);
        assert_eq!(concurrency.count(at("2025-11-21T00:00:00Z")), 1);
    }

    #[tokio::test]
    async fn one_domain_cannot_use_all_slots() {
        let concurrency = Concurrency::new();
        let one = concurrency.enter("a@slow.example", false).await;
        let _two = concurrency.enter("b@Slow.example", false).await;
        assert!(
            concurrency.enter("c@slow.example", false).now_or_never().is_none(),
            "a third one waits"
        );
        let quick = concurrency.enter("a@quick.example", false).now_or_never();
        assert!(quick.is_some(), "another domain does not");
        let urgent = concurrency.enter("d@slow.example", true).now_or_never();
        assert!(urgent.is_some(), "nor does an urgent email");
        drop(one);
        assert!(concurrency.enter("c@slow.example", false).now_or_never().is_some());
    }
}
