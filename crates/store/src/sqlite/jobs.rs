//! Jobs for the writer: a decision or any other write, each with a channel for its result.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::sync::oneshot;

use super::decisions;
use crate::error::StoreError;
use crate::log::commit::{Commit, CommitOutcome, Settled};
use crate::sql::{Tx, Writing};

/// A message to the writer.
pub(crate) enum Message {
    Job(Box<dyn Job>),
    /// Complete the queued jobs, then close.
    Stop(oneshot::Sender<()>),
}

/// A write, with the caller that waits for it.
pub(crate) trait Job: Send {
    /// Runs the job and stores its result. Returns whether to commit it.
    fn run<'c>(&'c mut self, tx: &'c mut Tx) -> BoxFuture<'c, bool>;
    /// Returns the decision, if the job only stores a decision.
    fn commit(&self) -> Option<&Commit> {
        None
    }
    /// Returns whether it may run concurrently with decisions and other such jobs, if the engine
    /// supports that.
    fn is_side(&self) -> bool {
        self.commit().is_some()
    }
    /// Sets the result of a job that was stored together with others.
    fn settle(&mut self, _outcome: Settled) {}
    /// Sends the result, or the reason why nothing of the batch was stored.
    fn answer(self: Box<Self>, outcome: Result<(), StoreError>);
}

pub(crate) struct Typed<T, E, F> {
    work: Option<F>,
    side: bool,
    result: Option<Result<T, E>>,
    asker: oneshot::Sender<Result<T, E>>,
}

impl<T, E, F> Typed<T, E, F> {
    pub(crate) fn new(work: F, side: bool) -> (Typed<T, E, F>, oneshot::Receiver<Result<T, E>>) {
        let (asker, answer) = oneshot::channel();
        (Typed { work: Some(work), side, result: None, asker }, answer)
    }
}

impl<T, E, F> Job for Typed<T, E, F>
where
    T: Send,
    E: From<StoreError> + Send,
    F: for<'c> FnOnce(&'c mut Tx) -> Writing<'c, T, E> + Send,
{
    fn run<'c>(&'c mut self, tx: &'c mut Tx) -> BoxFuture<'c, bool> {
        Box::pin(async move {
            let Some(work) = self.work.take() else { return false };
            let done = AssertUnwindSafe(async move { work(tx).await }).catch_unwind().await;
            let result = done.unwrap_or_else(|_| {
                Err(StoreError::Unavailable("a write was aborted".to_owned()).into())
            });
            let good = result.is_ok();
            self.result = Some(result);
            good
        })
    }

    fn is_side(&self) -> bool {
        self.side
    }

    fn answer(self: Box<Self>, outcome: Result<(), StoreError>) {
        let answer = match outcome {
            Err(error) => Err(error.into()),
            Ok(()) => match self.result {
                Some(result) => result,
                None => Err(StoreError::Closed("it is closing").into()),
            },
        };
        // The caller may be gone. What is stored remains stored.
        let _ = self.asker.send(answer);
    }
}

/// A decision, with the caller that waits for its result.
pub(crate) struct Decision {
    commit: Commit,
    outcome: Option<Settled>,
    asker: oneshot::Sender<Settled>,
}

impl Decision {
    pub(crate) fn new(commit: Commit) -> (Decision, oneshot::Receiver<Settled>) {
        let (asker, answer) = oneshot::channel();
        (Decision { commit, outcome: None, asker }, answer)
    }
}

impl Job for Decision {
    fn run<'c>(&'c mut self, tx: &'c mut Tx) -> BoxFuture<'c, bool> {
        Box::pin(async move {
            let outcome = decisions::alone(tx, &self.commit).await;
            let good = matches!(outcome, Ok(CommitOutcome::Stored));
            self.outcome = Some(outcome);
            good
        })
    }

    fn commit(&self) -> Option<&Commit> {
        Some(&self.commit)
    }

    fn settle(&mut self, outcome: Settled) {
        self.outcome = Some(outcome);
    }

    fn answer(self: Box<Self>, outcome: Result<(), StoreError>) {
        let own = self.outcome.unwrap_or(Err(StoreError::Closed("it is closing")));
        let _ = self.asker.send(outcome.and(own));
    }
}
