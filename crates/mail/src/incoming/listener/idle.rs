//! Connections without an email in transfer. Only half of all connections may be idle: mail servers
//! keep connections open for their next email, but idle ones must not block all others. Beyond the
//! limit, the one that has been idle longest is closed.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// The idle connections, oldest first.
pub(super) struct Waiting {
    most: usize,
    all: Mutex<VecDeque<Arc<Notify>>>,
}

/// Marks a connection as idle until it is dropped.
pub(super) struct Idle {
    among: Arc<Waiting>,
    own: Arc<Notify>,
}

impl Waiting {
    pub fn room_for(most: usize) -> Arc<Waiting> {
        Arc::new(Waiting { most, all: Mutex::default() })
    }

    /// Adds an idle connection. Beyond the limit, the oldest one is closed.
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

/// Resolves when the connection must make room for another. Never resolves for an active one.
pub(super) async fn crowded_out(idle: Option<&Idle>) {
    match idle {
        Some(idle) => idle.own.notified().await,
        None => std::future::pending().await,
    }
}
