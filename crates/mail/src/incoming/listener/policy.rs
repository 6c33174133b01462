//! Decides which emails are accepted: those to a known reply key, within a rate limit. Accepted
//! emails are written to the spool on disk.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::incoming::misconfigurations::{Mistake, Mistakes};
use crate::incoming::spool::{Envelope, Spool, SpoolError};
use ravenpost_service::reply::Known;
use ravenpost_service::{Service, ServiceError};
use ravenpost_store::TokenHash;

/// Maximum number of emails per hour to one key, more than any turn needs.
const AN_HOUR: u32 = 30;
/// After this many emails, idle entries are evicted from the rate limiter.
const SWEEP: u32 = 1000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    Lmtp,
    Smtp,
}

/// Whether an address is accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Destination {
    Known(Counted),
    Nobody,
}

/// The rate-limit bucket of an email.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Counted {
    /// One bucket per reply key.
    Key(TokenHash),
    /// Test emails, which have no stored key.
    Probes,
    Admin,
}

/// Decides which emails are accepted, and limits their rate.
pub struct Policy {
    pub protocol: Protocol,
    /// The host name in the greeting.
    pub name: String,
    service: Service,
    spool: Spool,
    floods: DefaultKeyedRateLimiter<Counted>,
    counted: AtomicU32,
}

impl Policy {
    pub fn new(protocol: Protocol, name: String, service: Service, spool: Spool) -> Policy {
        let an_hour = NonZeroU32::new(AN_HOUR).unwrap_or(NonZeroU32::MIN);
        let floods = RateLimiter::keyed(Quota::per_hour(an_hour));
        Policy { protocol, name, service, spool, floods, counted: AtomicU32::new(0) }
    }

    /// Returns whether emails to this address are accepted.
    pub async fn takes(&self, address: &str) -> Result<Destination, ServiceError> {
        Ok(match self.service.inbox().knows(address).await? {
            Known::Nobody => {
                self.note_foreign(address);
                Destination::Nobody
            }
            Known::Probe => Destination::Known(Counted::Probes),
            Known::Admin => Destination::Known(Counted::Admin),
            Known::Key(hash) => Destination::Known(Counted::Key(hash)),
        })
    }

    /// Records for the doctor that emails for other domains are delivered here.
    fn note_foreign(&self, address: &str) {
        let domain = address.rsplit('@').next().unwrap_or_default();
        let answers = self.service.settings().answers.as_ref();
        let ours = answers.is_none_or(|answers| answers.domain.eq_ignore_ascii_case(domain));
        if !ours {
            Mistakes::of_spool(&self.spool).note(Mistake::Foreign, domain);
        }
    }

    /// Counts an email and returns whether the rate limit allows it.
    pub fn counts(&self, counted: Counted) -> bool {
        if self.counted.fetch_add(1, Ordering::Relaxed).is_multiple_of(SWEEP) {
            self.floods.retain_recent();
        }
        self.floods.check_key(&counted).is_ok()
    }

    /// Writes an email to the spool. On success it is on disk.
    pub async fn keep(&self, envelope: Envelope, email: Vec<u8>) -> Result<(), SpoolError> {
        let spool = self.spool.clone();
        let stored = tokio::task::spawn_blocking(move || spool.put(&envelope, email.as_slice()));
        let stored =
            stored.await.map_err(|error| SpoolError::Disk(std::io::Error::other(error)))?;
        stored.map(drop)
    }
}
