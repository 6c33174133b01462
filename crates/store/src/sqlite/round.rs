//! The jobs that share one transaction, and which of them can be stored together.

use std::collections::HashSet;

use tokio::sync::{mpsc, oneshot};

use crate::log::commit::Commit;
use crate::sqlite::jobs::{Job, Message};

/// At most this many jobs share a transaction.
const BATCH: usize = 128;

/// The jobs of one transaction.
#[derive(Default)]
pub(super) struct Round {
    pub(super) jobs: Vec<Box<dyn Job>>,
    /// Whether what the last one did still stands in its savepoint.
    pub(super) unkept: bool,
    /// How many of them were looked at.
    seen: usize,
    /// Whether there is anything to store.
    pub(super) any: bool,
    /// Whether something other than decisions was done.
    pub(super) people_writes: bool,
    /// Whether letters may be owed.
    pub(super) letters: bool,
    pub(super) stop: Option<oneshot::Sender<()>>,
}

impl Round {
    /// A round that begins with that job.
    pub(super) fn of(first: Box<dyn Job>) -> Round {
        Round { jobs: vec![first], ..Round::default() }
    }

    /// Lets in what waits. Tells whether there is anything that was not looked at yet.
    pub(super) fn gather(&mut self, queue: &mut mpsc::Receiver<Message>) -> bool {
        while self.jobs.len() < BATCH && self.stop.is_none() {
            match queue.try_recv() {
                Ok(Message::Job(job)) => self.jobs.push(job),
                Ok(Message::Stop(done)) => self.stop = Some(done),
                Err(_) => break,
            }
        }
        self.seen < self.jobs.len()
    }

    /// Those not looked at yet: the decisions that can be stored together, and all others. Of two
    /// about one game the second finds out by itself that it is too late.
    pub(super) fn sorted(&mut self) -> (Vec<usize>, Vec<usize>) {
        let (mut games, mut together, mut people_writes) = (HashSet::new(), Vec::new(), Vec::new());
        for at in self.seen..self.jobs.len() {
            let decision = self.jobs[at].commit();
            self.people_writes |= decision.is_none();
            self.letters |= decision.is_none_or(Commit::owes);
            match decision {
                Some(commit) if games.insert(commit.game.clone()) => together.push(at),
                _ => people_writes.push(at),
            }
        }
        self.seen = self.jobs.len();
        (together, people_writes)
    }

    pub(super) fn commits(&self, at: &[usize]) -> Vec<&Commit> {
        at.iter().filter_map(|at| self.jobs[*at].commit()).collect()
    }
}
