//! Controls whether commits are allowed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// A commit hook on the writer's connection, so that nothing is stored without the writer. A job
/// that continues after the database has rolled back the transaction would otherwise commit each
/// statement.
#[derive(Clone, Default)]
pub(crate) struct Gate {
    open: Arc<AtomicBool>,
    /// For tests: how many of the next commits fail.
    failing: Arc<AtomicU32>,
}

impl Gate {
    /// Returns whether a commit is allowed. SQLite calls it before each one.
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

    /// Sets whether commits are allowed from now on.
    pub(crate) fn set(&self, open: bool) {
        self.open.store(open, Ordering::SeqCst);
    }
}
