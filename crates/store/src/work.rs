//! Counts what the writer does, for monitoring and benchmarks.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::{Store, Writes};

/// The counts of a writer.
#[derive(Debug, Default)]
pub(crate) struct Work {
    round_trips: AtomicU64,
    jobs: AtomicU64,
    transactions: AtomicU64,
}

impl Work {
    /// Counts a round trip to the database thread, except those of the jobs themselves.
    pub(crate) fn round_trip(&self) {
        self.round_trips.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a stored transaction with this many jobs.
    pub(crate) fn stored(&self, jobs: usize) {
        self.transactions.fetch_add(1, Ordering::Relaxed);
        self.jobs.fetch_add(jobs as u64, Ordering::Relaxed);
    }
}

/// What the writer of a store has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriterWork {
    /// Jobs that wait for the writer; with PostgreSQL, jobs in progress.
    pub queued: usize,
    /// Jobs in stored transactions.
    pub jobs: u64,
    /// Stored transactions.
    pub transactions: u64,
}

impl Store {
    /// Returns what the writer has done so far.
    pub fn writer_work(&self) -> WriterWork {
        let queued = match &self.0.writing {
            Writes::Nobody => 0,
            Writes::File(queue) => queue.max_capacity() - queue.capacity(),
            Writes::Node(node) => node.jobs(),
        };
        let Work { jobs, transactions, .. } = &*self.0.work;
        let [jobs, transactions] = [jobs, transactions].map(|count| count.load(Ordering::Relaxed));
        WriterWork { queued, jobs, transactions }
    }

    /// Returns how many round trips to the database thread transactions took, without those of the
    /// jobs themselves. For benchmarks.
    pub fn round_trips(&self) -> u64 {
        self.0.work.round_trips.load(Ordering::Relaxed)
    }
}
