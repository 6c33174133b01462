//! What the writer is given to do: a decision, or any other piece of writing, each with whoever
//! waits for what becomes of it.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::sync::oneshot;

use super::decisions;
use crate::error::StoreError;
use crate::log::commit::{Commit, CommitOutcome, Settled};
use crate::sql::{Tx, Writing};

/// What the writer is sent.
pub(crate) enum Message {
    Job(Box<dyn Job>),
    /// Finish what is queued, then close.
    Stop(oneshot::Sender<()>),
}

/// One piece of writing, with whoever waits for it.
pub(crate) trait Job: Send {
    /// Does the work and keeps its result. Tells whether it is to be stored.
    fn run<'c>(&'c mut self, tx: &'c mut Tx) -> BoxFuture<'c, bool>;
    /// What is to be stored, where the job is to store a decision and nothing else.
    fn commit(&self) -> Option<&Commit> {
        None
    }
    /// Whether it may be done beside others of its kind and decisions, where the engine can.
    fn is_beside(&self) -> bool {
        self.commit().is_some()
    }
    /// Notes what became of it where it was stored with others.
    fn settle(&mut self, _fate: Settled) {}
    /// Hands the result over, or the reason why nothing of the batch was stored.
    fn answer(self: Box<Self>, fate: Result<(), StoreError>);
}

pub(crate) struct Typed<T, E, F> {
    work: Option<F>,
    beside: bool,
    result: Option<Result<T, E>>,
    asker: oneshot::Sender<Result<T, E>>,
}

impl<T, E, F> Typed<T, E, F> {
    pub(crate) fn new(work: F, beside: bool) -> (Typed<T, E, F>, oneshot::Receiver<Result<T, E>>) {
        let (asker, answer) = oneshot::channel();
        (Typed { work: Some(work), beside, result: None, asker }, answer)
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
                Err(StoreError::Unavailable("a write broke off".to_owned()).into())
            });
            let good = result.is_ok();
            self.result = Some(result);
            good
        })
    }

    fn is_beside(&self) -> bool {
        self.beside
    }

    fn answer(self: Box<Self>, fate: Result<(), StoreError>) {
        let answer = match fate {
            Err(error) => Err(error.into()),
            Ok(()) => match self.result {
                Some(result) => result,
                None => Err(StoreError::Closed("it is closing").into()),
            },
        };
        // Whoever asked may have gone away. What is stored stays stored.
        let _ = self.asker.send(answer);
    }
}

/// A decision, with whoever waits for its fate.
pub(crate) struct Decision {
    commit: Commit,
    fate: Option<Settled>,
    asker: oneshot::Sender<Settled>,
}

impl Decision {
    pub(crate) fn new(commit: Commit) -> (Decision, oneshot::Receiver<Settled>) {
        let (asker, answer) = oneshot::channel();
        (Decision { commit, fate: None, asker }, answer)
    }
}

impl Job for Decision {
    fn run<'c>(&'c mut self, tx: &'c mut Tx) -> BoxFuture<'c, bool> {
        Box::pin(async move {
            let fate = decisions::alone(tx, &self.commit).await;
            let good = matches!(fate, Ok(CommitOutcome::Stored));
            self.fate = Some(fate);
            good
        })
    }

    fn commit(&self) -> Option<&Commit> {
        Some(&self.commit)
    }

    fn settle(&mut self, fate: Settled) {
        self.fate = Some(fate);
    }

    fn answer(self: Box<Self>, fate: Result<(), StoreError>) {
        let own = self.fate.unwrap_or(Err(StoreError::Closed("it is closing")));
        let _ = self.asker.send(fate.and(own));
    }
}
