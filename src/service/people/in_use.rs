//! Sessions in use, kept in memory: whoever plays is not looked up anew for every form.
//!
//! Nothing is known here for longer than the store has not been written to, but for decisions in
//! games, which change neither people nor sessions.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

use lru::LruCache;

use crate::service::Service;
use crate::service::error::ServiceError;
use ravenpost_store::TokenHash;
use ravenpost_store::people::sessions::{self, InUse};

/// How many sessions are kept.
const KEPT: NonZeroUsize = NonZeroUsize::new(1024).expect("1024 is not 0");

/// Sessions, each with what the store said of its writing before they were read.
pub(in crate::service) struct Sessions(Mutex<LruCache<TokenHash, (u64, Arc<InUse>)>>);

impl Default for Sessions {
    fn default() -> Sessions {
        Sessions(Mutex::new(LruCache::new(KEPT)))
    }
}

impl Service {
    /// The session of that token and whose it is, good or not.
    pub(in crate::service) async fn in_use(
        &self,
        token: &TokenHash,
    ) -> Result<Option<Arc<InUse>>, ServiceError> {
        // Asked before anything is read: what is written meanwhile makes it out of date.
        let written = self.store().people_writes();
        // What other nodes write is not known here in time: there every session is looked up.
        let alone = self.store().is_file();
        if alone
            && let Some((then, found)) = self.kept_sessions().get(token)
            && *then == written
        {
            return Ok(Some(found.clone()));
        }
        let found = sessions::find(self.store().read(), token).await?.map(Arc::new);
        if let Some(found) = found.as_ref().filter(|_| alone) {
            self.kept_sessions().put(*token, (written, found.clone()));
        }
        Ok(found)
    }

    fn kept_sessions(&self) -> std::sync::MutexGuard<'_, LruCache<TokenHash, (u64, Arc<InUse>)>> {
        self.0.in_use.0.lock().expect("no holder panics")
    }
}
