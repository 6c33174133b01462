//! The one writer: a task that owns the only connection that may write. Jobs that wait together
//! share one transaction, so that one flush of the disk serves them all; each stands in its own
//! savepoint, so that one's refusal is none of the others' business; and each is answered only
//! when the transaction is on the disk.

use std::fs::File;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::{Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot, watch};

use super::StoreError;

/// At most this many jobs share a transaction.
const BATCH: usize = 128;

/// At most this many jobs stand in the queue; who comes later waits to get in.
pub(super) const QUEUE: usize = 1024;

// Statements go together where they can: each trip to the database's thread costs as much as a
// small statement. Where one fails, those behind it are not run.
const BEGIN: &str = "BEGIN IMMEDIATE; SAVEPOINT job";
const KEEP: &str = "RELEASE job; SAVEPOINT job";
const UNDO: &str = "ROLLBACK TO job";
const COMMIT: &str = "RELEASE job; COMMIT";
const ROLLBACK: &str = "ROLLBACK";
const CHECKPOINT: &str = "PRAGMA wal_checkpoint(TRUNCATE)";

/// What the writer is sent.
pub(super) enum Message {
    Job(Box<dyn Job>),
    /// Finish what is queued, then close.
    Stop(oneshot::Sender<()>),
}

/// One piece of writing, with whoever waits for it.
pub(super) trait Job: Send {
    /// Does the work and keeps its result. Tells whether it is to be stored.
    fn run<'c>(&'c mut self, conn: &'c mut SqliteConnection) -> BoxFuture<'c, bool>;
    /// Hands the result over, or the reason why nothing of the batch was stored.
    fn answer(self: Box<Self>, fate: Result<(), StoreError>);
}

pub(super) struct Typed<T, E, F> {
    work: Option<F>,
    result: Option<Result<T, E>>,
    asker: oneshot::Sender<Result<T, E>>,
}

impl<T, E, F> Typed<T, E, F> {
    pub(super) fn new(work: F) -> (Typed<T, E, F>, oneshot::Receiver<Result<T, E>>) {
        let (asker, answer) = oneshot::channel();
        (Typed { work: Some(work), result: None, asker }, answer)
    }
}

impl<T, E, F> Job for Typed<T, E, F>
where
    T: Send,
    E: From<StoreError> + Send,
    F: for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, E>> + Send,
{
    fn run<'c>(&'c mut self, conn: &'c mut SqliteConnection) -> BoxFuture<'c, bool> {
        Box::pin(async move {
            let Some(work) = self.work.take() else { return false };
            let done = AssertUnwindSafe(async move { work(conn).await }).catch_unwind().await;
            let result = done.unwrap_or_else(|_| {
                Err(StoreError::Unavailable("a write broke off".to_owned()).into())
            });
            let good = result.is_ok();
            self.result = Some(result);
            good
        })
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

/// Whether a commit may happen now. SQLite asks it on every commit of the writer's connection, so
/// that nothing is stored behind the writer's back: a job that goes on after the database has
/// undone the whole transaction would otherwise store statement by statement.
#[derive(Clone, Default)]
pub(super) struct Gate {
    open: Arc<AtomicBool>,
    /// For tests: how many commits from now on are to fail.
    failing: Arc<std::sync::atomic::AtomicU32>,
}

impl Gate {
    /// What SQLite asks.
    pub(super) fn lets(&self) -> bool {
        self.open.load(Ordering::SeqCst)
            && self
                .failing
                .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1))
                .is_err()
    }

    pub(super) fn fail(&self, commits: u32) {
        self.failing.store(commits, Ordering::SeqCst);
    }
}

pub(super) struct Writer {
    pub(super) conn: SqliteConnection,
    pub(super) queue: mpsc::Receiver<Message>,
    pub(super) gate: Gate,
    pub(super) commits: watch::Sender<u64>,
    /// What came of the last transaction that had something to store.
    pub(super) trouble: watch::Sender<Option<StoreError>>,
    /// Held until the connection is closed.
    pub(super) _lock: File,
}

impl Writer {
    /// Works until it is told to stop or nobody is left who could ask.
    pub(super) async fn run(mut self) {
        let mut stopped = None;
        while let Some(message) = self.queue.recv().await {
            match message {
                Message::Job(job) => stopped = self.batch(job).await,
                Message::Stop(done) => stopped = Some(done),
            }
            if stopped.is_some() {
                // No more are let in; those inside are served.
                self.queue.close();
            }
        }
        self.finish().await;
        if let Some(done) = stopped {
            let _ = done.send(());
        }
    }

    async fn finish(mut self) {
        // SQLite tidies up in transactions of its own.
        self.gate.open.store(true, Ordering::SeqCst);
        if let Err(error) = sqlx::query(CHECKPOINT).execute(&mut self.conn).await {
            tracing::warn!(%error, "the write-ahead log was not folded into the database");
        }
        if let Err(error) = self.conn.close().await {
            tracing::warn!(%error, "the database was not closed in order");
        }
    }

    /// One transaction: the first job and all that are waiting. Gives back a stop order met.
    async fn batch(&mut self, first: Box<dyn Job>) -> Option<oneshot::Sender<()>> {
        if let Err(error) = self.begin().await {
            self.ended(Some(&error));
            first.answer(Err(error));
            return None;
        }
        let (mut jobs, mut stop, mut any) = (Vec::new(), None, false);
        let mut next = Some(first);
        while let Some(mut job) = next.take() {
            let good = job.run(&mut self.conn).await;
            any |= good;
            jobs.push(job);
            if jobs.len() < BATCH {
                match self.queue.try_recv() {
                    Ok(Message::Job(job)) => next = Some(job),
                    Ok(Message::Stop(done)) => stop = Some(done),
                    Err(_) => {}
                }
            }
            if let Err(error) = self.settle(good, next.is_some()).await {
                jobs.extend(next);
                self.undo().await;
                self.ended(Some(&error));
                answer_all(jobs, &Err(error));
                return stop;
            }
        }
        let fate = if any { self.commit().await } else { Ok(()) };
        if !any || fate.is_err() {
            self.undo().await;
        }
        if any {
            self.ended(fate.as_ref().err());
        }
        answer_all(jobs, &fate);
        stop
    }

    /// Tells whoever watches what came of a transaction.
    fn ended(&self, trouble: Option<&StoreError>) {
        self.trouble.send_replace(trouble.cloned());
        if trouble.is_none() {
            self.commits.send_modify(|count| *count += 1);
        }
    }

    async fn begin(&mut self) -> Result<(), StoreError> {
        if sqlx::query(BEGIN).execute(&mut self.conn).await.is_ok() {
            return Ok(());
        }
        // A transaction left open by a failure would keep us out for ever.
        self.undo().await;
        sqlx::query(BEGIN).execute(&mut self.conn).await?;
        Ok(())
    }

    /// After a job: keeps or undoes what it did, and has a savepoint ready for the next. An error
    /// means that the whole batch is lost: the database has undone the transaction, and with it
    /// the savepoint.
    async fn settle(&mut self, good: bool, more: bool) -> Result<(), StoreError> {
        let statement = match (good, more) {
            (true, true) => KEEP,
            // The commit releases it.
            (true, false) => return Ok(()),
            (false, _) => UNDO,
        };
        sqlx::query(statement).execute(&mut self.conn).await.map_err(undone)?;
        Ok(())
    }

    async fn commit(&mut self) -> Result<(), StoreError> {
        self.gate.open.store(true, Ordering::SeqCst);
        let done = sqlx::query(COMMIT).execute(&mut self.conn).await;
        self.gate.open.store(false, Ordering::SeqCst);
        done.map_err(undone)?;
        Ok(())
    }

    /// Undoes whatever is open. That nothing is open is no error.
    async fn undo(&mut self) {
        let _ = sqlx::query(ROLLBACK).execute(&mut self.conn).await;
    }
}

/// The savepoint is gone, and with it the transaction, or the commit was refused: what SQLite does
/// when the disk is full or sick. Such an error may well be over by the next batch.
fn undone(error: sqlx::Error) -> StoreError {
    match StoreError::from(error) {
        StoreError::Database(error) => {
            StoreError::Unavailable(format!("the transaction was undone: {error}"))
        }
        known => known,
    }
}

fn answer_all(jobs: Vec<Box<dyn Job>>, fate: &Result<(), StoreError>) {
    for job in jobs {
        job.answer(fate.clone());
    }
}
