//! The jobs that share one transaction, and which of them can be stored together.

use std::collections::HashSet;

use tokio::sync::{mpsc, oneshot};

use crate::log::commit::Commit;
use crate::sqlite::jobs::{Job, Message};

/// The maximum number of jobs in a transaction.
const BATCH: usize = 128;

/// The jobs of one transaction.
#[derive(Default)]
pub(super) struct Round {
    pub(super) jobs: Vec<Box<dyn Job>>,
    /// Whether the savepoint of the last job is still open.
    pub(super) unkept: bool,
    /// How many jobs were taken up so far.
    seen: usize,
    /// Whether there is anything to commit.
    pub(super) any: bool,
    /// Whether there was any job other than decisions.
    pub(super) people_writes: bool,
    /// Whether emails may have been queued.
    pub(super) emails: bool,
    pub(super) stop: Option<oneshot::Sender<()>>,
}

impl Round {
    /// Starts a round with that job.
    pub(super) fn of(first: Box<dyn Job>) -> Round {
        Round { jobs: vec![first], ..Round::default() }
    }

    /// Adds queued jobs. Returns whether there are jobs that were not taken up yet.
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

    /// Takes up the new jobs, split into decisions that can be stored together and all others. A
    /// second decision of the same game is run alone, where it will find that it is too late.
    pub(super) fn sorted(&mut self) -> (Vec<usize>, Vec<usize>) {
        let (mut games, mut together, mut people_writes) = (HashSet::new(), Vec::new(), Vec::new());
        for at in self.seen..self.jobs.len() {
            let decision = self.jobs[at].commit();
            self.people_writes |= decision.is_none();
            self.emails |= decision.is_none_or(Commit::has_emails);
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
