//! Whether a commit may happen now.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// SQLite asks it on every commit of the writer's connection, so that nothing is stored behind the
/// writer's back: a job that goes on after the database has undone the whole transaction would
/// otherwise store statement by statement.
#[derive(Clone, Default)]
pub(crate) struct Gate {
    open: Arc<AtomicBool>,
    /// For tests: how many commits from now on are to fail.
    failing: Arc<AtomicU32>,
}

impl Gate {
    /// What SQLite asks before it commits: whether it may.
    pub(crate) fn lets(&self) -> bool {
        self.open.load(Ordering::SeqCst)
            && self
                .failing
                .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1))
                .is_err()
    }

    pub(crate) fn fail(&self, commits: u32) {
        self.failing.store(commits, Ordering::SeqCst);
    }

    /// Whether commits are let through from now on.
    pub(crate) fn set(&self, open: bool) {
        self.open.store(open, Ordering::SeqCst);
    }
}
