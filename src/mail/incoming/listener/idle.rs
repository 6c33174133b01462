//! Talks in which no letter is under way. Half of all may be such: a mail server keeps a line for
//! its next letter, but whoever only holds lines must not keep all others out. One more, and the
//! one that has waited for longest is hung up.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// The talks that wait, the longest first.
pub(super) struct Waiting {
    most: usize,
    all: Mutex<VecDeque<Arc<Notify>>>,
}

/// One that waits, as long as this is kept.
pub(super) struct Idle {
    among: Arc<Waiting>,
    own: Arc<Notify>,
}

impl Waiting {
    pub fn room_for(most: usize) -> Arc<Waiting> {
        Arc::new(Waiting { most, all: Mutex::default() })
    }

    /// Counts one more talk that waits for its next letter; beyond the most, the longest is ended.
    pub fn enter(self: &Arc<Self>) -> Idle {
        let own = Arc::new(Notify::new());
        let mut all = self.all();
        if all.len() >= self.most
            && let Some(longest) = all.pop_front()
        {
            longest.notify_one();
        }
        all.push_back(Arc::clone(&own));
        Idle { among: Arc::clone(self), own }
    }

    fn all(&self) -> MutexGuard<'_, VecDeque<Arc<Notify>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Idle {
    fn drop(&mut self) {
        self.among.all().retain(|one| !Arc::ptr_eq(one, &self.own));
    }
}

/// Comes back when somebody else needs the room. Never for a talk that does not wait.
pub(super) async fn crowded_out(idle: Option<&Idle>) {
    match idle {
        Some(idle) => idle.own.notified().await,
        None => std::future::pending().await,
    }
}
