//! Who is signed in, kept for the next request of the same browser. Whatever is written to the
//! store ends it: a session that was closed, a name that was changed, are looked up again at once.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use lru::LruCache;

use super::Site;
use crate::service::ServiceError;
use crate::service::sign_in::Signed;
use crate::store::{TokenHash, token_hash};

/// Browsers that are remembered.
const ROOM: NonZeroUsize = NonZeroUsize::new(1024).expect("not zero");

/// Sessions end by time as well, without anything being written.
const SECONDS: i64 = 30;

/// The sessions that were looked up last.
pub struct Known(Mutex<LruCache<TokenHash, Look>>);

/// What was found, when, and after how many writings.
struct Look {
    signed: Signed,
    at: DateTime<Utc>,
    commits: u64,
}

impl Default for Known {
    fn default() -> Self {
        Known(Mutex::new(LruCache::new(ROOM)))
    }
}

impl Known {
    /// The signed-in player of a session's secret, if it is one.
    pub async fn signed(&self, site: &Site, session: &str) -> Result<Option<Signed>, ServiceError> {
        let (now, hash) = (site.now(), token_hash(session));
        // Before the store is read: what is written meanwhile makes the look old.
        let commits = site.commits();
        if let Some(look) = self.looks().get(&hash)
            && look.commits == commits
            && (now - look.at).abs() < TimeDelta::seconds(SECONDS)
        {
            return Ok(Some(look.signed.clone()));
        }
        let found = site.service.signed(now, session).await?;
        match &found {
            Some(signed) => {
                let look = Look { signed: signed.clone(), at: now, commits };
                self.looks().put(hash, look);
            }
            None => {
                self.looks().pop(&hash);
            }
        }
        Ok(found)
    }

    fn looks(&self) -> std::sync::MutexGuard<'_, LruCache<TokenHash, Look>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
