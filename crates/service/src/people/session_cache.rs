//! An in-memory cache of sessions, so that they are not read from the store for every form.
//!
//! Entries are valid until the store is written to, apart from decisions in games, which change
//! neither players nor sessions.

use crate::handles::Accounts;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

use lru::LruCache;

use crate::error::ServiceError;
use ravenpost_store::TokenHash;
use ravenpost_store::people::sessions::{self, InUse};

/// Maximum number of cached sessions.
const CACHED: NonZeroUsize = NonZeroUsize::new(1024).expect("1024 is not 0");

/// Cached sessions, each with the store's write stamp from before it was read.
pub(crate) struct Sessions(Mutex<LruCache<TokenHash, (u64, Arc<InUse>)>>);

impl Default for Sessions {
    fn default() -> Sessions {
        Sessions(Mutex::new(LruCache::new(CACHED)))
    }
}

impl Accounts<'_> {
    /// The session of that token with its player, whether valid or not.
    pub(crate) async fn in_use(
        self,
        token: &TokenHash,
    ) -> Result<Option<Arc<InUse>>, ServiceError> {
        // Read first, so that writes made meanwhile invalidate the entry.
        let written = self.store().people_writes();
        // Writes by other nodes are not noticed in time, so a shared database is always queried.
        let alone = self.store().is_file();
        if alone
            && let Some((then, found)) = self.cached_sessions().get(token)
            && *then == written
        {
            return Ok(Some(found.clone()));
        }
        let found = sessions::find(self.store().read(), token).await?.map(Arc::new);
        if let Some(found) = found.as_ref().filter(|_| alone) {
            self.cached_sessions().put(*token, (written, found.clone()));
        }
        Ok(found)
    }

    fn cached_sessions(&self) -> std::sync::MutexGuard<'_, LruCache<TokenHash, (u64, Arc<InUse>)>> {
        self.inner().in_use.0.lock().expect("no holder panics")
    }
}
