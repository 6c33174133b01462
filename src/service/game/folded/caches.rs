//! What a service keeps of its games beside the games themselves. All of it can be thrown away at
//! any time; a game that no service has read keeps nothing.

use std::sync::Arc;

use super::{Game, checkpoints};
use crate::cache::Cache;
use crate::service::error::ServiceError;
use crate::service::game::{told, turns};
use crate::service::memory::Share;
use ravenpost_log::StoredEvent;
use ravenpost_rules::{Narration, Viewer};

/// The caches of one service, which its games share.
pub(in crate::service) struct Caches {
    told: told::AllKept,
    pub(super) steps: checkpoints::AllCheckpoints,
    pub(super) turns: turns::AllTurns,
}

impl Caches {
    /// With their shares of so many bytes.
    pub fn new(memory: usize) -> Caches {
        Caches {
            told: Cache::new(Share::Told.of(memory)),
            steps: Cache::new(Share::Steps.of(memory)),
            turns: Cache::new(Share::Turns.of(memory)),
        }
    }
}

impl Game {
    /// What the title tells of an event.
    pub(in crate::service) fn told_of(
        &self,
        event: &Arc<StoredEvent>,
        viewer: Viewer,
    ) -> Result<Arc<[Narration]>, ServiceError> {
        let caches = self.caches.upgrade();
        told::told(caches.as_ref().map(|caches| &caches.told), self.title, event, viewer)
    }
}
