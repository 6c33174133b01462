//! Which letters are taken: those to a key that is somebody's, as long as they are no flood. And
//! where they are put: into the spool, on the disk.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::mail::incoming::mistakes::{Mistake, Mistakes};
use crate::mail::incoming::spool::{Envelope, Spool, SpoolError};
use crate::service::reply::Known;
use crate::service::{Service, ServiceError};
use ravenpost_store::TokenHash;

/// Letters an hour to one key: nobody's turn needs as many.
const AN_HOUR: u32 = 30;
/// After so many letters the limits forget those who were quiet.
const SWEEP: u32 = 1000;

/// The protocol that is spoken on a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    Lmtp,
    Smtp,
}

/// Whether a letter to an address is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Destination {
    Known(Counted),
    Nobody,
}

/// Which emails an email is counted with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Counted {
    /// Those to the same key.
    Key(TokenHash),
    /// Test emails, which have no key that anybody knows.
    Probes,
    /// Those to the admin.
    Admin,
}

/// Decides which letters are taken, and how many.
pub struct Policy {
    pub protocol: Protocol,
    /// What this server calls itself.
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

    /// Whether a letter to that address is taken.
    pub async fn takes(&self, address: &str) -> Result<Destination, ServiceError> {
        Ok(match self.service.knows(address).await? {
            Known::Nobody => {
                self.note_foreign(address);
                Destination::Nobody
            }
            Known::Probe => Destination::Known(Counted::Probes),
            Known::Admin => Destination::Known(Counted::Admin),
            Known::Key(hash) => Destination::Known(Counted::Key(hash)),
        })
    }

    /// Writes down that letters for other domains are brought here: for the doctor.
    fn note_foreign(&self, address: &str) {
        let domain = address.rsplit('@').next().unwrap_or_default();
        let answers = self.service.settings().answers.as_ref();
        let ours = answers.is_none_or(|answers| answers.domain.eq_ignore_ascii_case(domain));
        if !ours {
            Mistakes::beside(&self.spool).note(Mistake::Foreign, domain);
        }
    }

    /// Counts a letter that came. Tells whether there are not too many.
    pub fn counts(&self, counted: Counted) -> bool {
        if self.counted.fetch_add(1, Ordering::Relaxed).is_multiple_of(SWEEP) {
            self.floods.retain_recent();
        }
        self.floods.check_key(&counted).is_ok()
    }

    /// Keeps a letter. When this comes back well, it is on the disk.
    pub async fn keep(&self, envelope: Envelope, letter: Vec<u8>) -> Result<(), SpoolError> {
        let spool = self.spool.clone();
        let kept = tokio::task::spawn_blocking(move || spool.put(&envelope, letter.as_slice()));
        let kept = kept.await.map_err(|error| SpoolError::Disk(std::io::Error::other(error)))?;
        kept.map(drop)
    }
}
