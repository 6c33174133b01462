//! Caches that a service keeps for its games. They can be dropped at any time; a game that was not
//! read by a service has none.

use std::sync::Arc;

use super::checkpoints;
use super::handles::GameNarration;
use crate::cache::Cache;
use crate::cache::memory::Share;
use crate::error::ServiceError;
use crate::game::core::{narration, turns};
use ravenpost_log::{GameId, StoredEvent};
use ravenpost_rules::{Narration, Viewer};

/// The caches of one service, shared by its games.
pub(crate) struct Caches {
    narration: narration::NarrationCache,
    pub(super) steps: checkpoints::AllCheckpoints,
    pub(super) turns: turns::AllTurns,
}

impl Caches {
    /// Creates the caches, each with its share of `memory` bytes.
    pub fn new(memory: usize) -> Caches {
        Caches {
            narration: Cache::new(Share::Narration.of(memory)),
            steps: Cache::new(Share::Steps.of(memory)),
            turns: Cache::new(Share::Turns.of(memory)),
        }
    }

    /// Drops the past states of a game.
    pub fn forget_steps(&self, id: &GameId) {
        self.steps.forget(id);
    }
}

impl GameNarration<'_> {
    /// What the title narrates about an event.
    pub(crate) fn narration_of(
        &self,
        event: &Arc<StoredEvent>,
        viewer: Viewer,
    ) -> Result<Arc<[Narration]>, ServiceError> {
        let caches = self.caches.upgrade();
        narration::narration(
            caches.as_ref().map(|caches| &caches.narration),
            self.title,
            event,
            viewer,
        )
    }
}
