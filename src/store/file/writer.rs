//! The one writer: a task that owns the only connection that may write. Jobs that wait together
//! share one transaction, so that one flush of the disk serves them all; and each is answered only
//! when the transaction is on the disk.
//!
//! Decisions that wait together are stored together, a statement a table. Where that fails they
//! are stored one by one. Then, as always for jobs of any other kind, each stands in its own
//! savepoint, so that one's refusal is none of the others' business.

use std::collections::HashSet;
use std::fs::File;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::{Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot, watch};

use crate::store::StoreError;
use crate::store::commit::{self, Commit, Fate, Settled};

/// At most this many jobs share a transaction.
const BATCH: usize = 128;

/// At most this many jobs stand in the queue; who comes later waits to get in.
pub(in crate::store) const QUEUE: usize = 1024;

// Statements go together where they can: each trip to the database's thread costs as much as a
// small statement. Where one fails, those behind it are not run.
const BEGIN: &str = "BEGIN IMMEDIATE; SAVEPOINT job";
const KEEP: &str = "RELEASE job; SAVEPOINT job";
const UNDO: &str = "ROLLBACK TO job";
const COMMIT: &str = "RELEASE job; COMMIT";
const ROLLBACK: &str = "ROLLBACK";
const CHECKPOINT: &str = "PRAGMA wal_checkpoint(TRUNCATE)";

/// What the writer is sent.
pub(in crate::store) enum Message {
    Job(Box<dyn Job>),
    /// Finish what is queued, then close.
    Stop(oneshot::Sender<()>),
}

/// One piece of writing, with whoever waits for it.
pub(in crate::store) trait Job: Send {
    /// Does the work and keeps its result. Tells whether it is to be stored.
    fn run<'c>(&'c mut self, conn: &'c mut SqliteConnection) -> BoxFuture<'c, bool>;
    /// What is to be stored, where the job is to store a decision and nothing else.
    fn commit(&self) -> Option<&Commit> {
        None
    }
    /// Notes what became of it where it was stored with others.
    fn settle(&mut self, _fate: Settled) {}
    /// Hands the result over, or the reason why nothing of the batch was stored.
    fn answer(self: Box<Self>, fate: Result<(), StoreError>);
}

pub(in crate::store) struct Typed<T, E, F> {
    work: Option<F>,
    result: Option<Result<T, E>>,
    asker: oneshot::Sender<Result<T, E>>,
}

impl<T, E, F> Typed<T, E, F> {
    pub(in crate::store) fn new(work: F) -> (Typed<T, E, F>, oneshot::Receiver<Result<T, E>>) {
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

/// A decision, with whoever waits for its fate.
pub(in crate::store) struct Decision {
    commit: Commit,
    fate: Option<Settled>,
    asker: oneshot::Sender<Settled>,
}

impl Decision {
    pub(in crate::store) fn new(commit: Commit) -> (Decision, oneshot::Receiver<Settled>) {
        let (asker, answer) = oneshot::channel();
        (Decision { commit, fate: None, asker }, answer)
    }
}

impl Job for Decision {
    fn run<'c>(&'c mut self, conn: &'c mut SqliteConnection) -> BoxFuture<'c, bool> {
        Box::pin(async move {
            let fate = self.commit.store(conn).await;
            let good = matches!(fate, Ok(Fate::Stored));
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

/// Whether a commit may happen now. SQLite asks it on every commit of the writer's connection, so
/// that nothing is stored behind the writer's back: a job that goes on after the database has
/// undone the whole transaction would otherwise store statement by statement.
#[derive(Clone, Default)]
pub(in crate::store) struct Gate {
    open: Arc<AtomicBool>,
    /// For tests: how many commits from now on are to fail.
    failing: Arc<std::sync::atomic::AtomicU32>,
}

impl Gate {
    /// What SQLite asks.
    pub(in crate::store) fn lets(&self) -> bool {
        self.open.load(Ordering::SeqCst)
            && self
                .failing
                .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1))
                .is_err()
    }

    pub(in crate::store) fn fail(&self, commits: u32) {
        self.failing.store(commits, Ordering::SeqCst);
    }
}

pub(in crate::store) struct Writer {
    pub(in crate::store) conn: SqliteConnection,
    pub(in crate::store) queue: mpsc::Receiver<Message>,
    pub(in crate::store) gate: Gate,
    pub(in crate::store) commits: watch::Sender<u64>,
    /// The same for transactions that may owe letters.
    pub(in crate::store) letters: watch::Sender<u64>,
    /// What came of the last transaction that had something to store.
    pub(in crate::store) trouble: watch::Sender<Option<StoreError>>,
    /// Counts the transactions in which something other than decisions was stored.
    pub(in crate::store) others: Arc<AtomicU64>,
    /// Counts the trips to the database's thread that are not made by jobs.
    pub(in crate::store) trips: Arc<AtomicU64>,
    /// Held until the connection is closed.
    pub(in crate::store) _lock: File,
}

impl Writer {
    /// Works until it is told to stop or nobody is left who could ask.
    pub(in crate::store) async fn run(mut self) {
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
        let mut batch = Round { jobs: vec![first], ..Round::default() };
        let fate = self.transaction(&mut batch).await;
        if !batch.any || fate.is_err() {
            self.undo().await;
        }
        if batch.any || fate.is_err() {
            self.ended(fate.as_ref().err(), &batch);
        }
        for job in batch.jobs {
            job.answer(fate.clone());
        }
        batch.stop
    }

    async fn transaction(&mut self, batch: &mut Round) -> Result<(), StoreError> {
        let mut begun = false;
        while batch.gather(&mut self.queue) {
            let (decisions, others) = batch.sorted();
            if decisions.is_empty() {
                if !begun {
                    self.begin().await?;
                }
            } else {
                let last = others.is_empty() && self.queue.is_empty();
                if self.together(batch, &decisions, (begun, last)).await? {
                    return Ok(());
                }
            }
            begun = true;
            self.one_by_one(batch, &others).await?;
        }
        if batch.any { self.commit().await } else { Ok(()) }
    }

    /// Stores decisions, each about another game, in as few statements as there are tables. Tells
    /// whether the transaction was ended with it, which it is when nothing else is to be done.
    async fn together(
        &mut self,
        batch: &mut Round,
        decisions: &[usize],
        (begun, last): (bool, bool),
    ) -> Result<bool, StoreError> {
        self.keep(batch).await?;
        let gate = if begun { commit::GATE } else { commit::BEGIN_AND_GATE };
        self.trip();
        let Ok(passed) = commit::gate(&mut self.conn, gate, &batch.commits(decisions)).await else {
            // Nothing was done yet, but where it broke off is not known.
            if !self.back().await {
                if begun {
                    return Err(lost());
                }
                self.begin().await?;
            }
            return self.one_by_one(batch, decisions).await.map(|()| false);
        };
        let mut through = Vec::new();
        for at in decisions {
            let fate = batch.jobs[*at].commit().map(|commit| passed.fate(commit));
            if matches!(fate, Some(Ok(Fate::Stored))) {
                through.push(*at);
            }
            fate.into_iter().for_each(|fate| batch.jobs[*at].settle(fate));
        }
        if through.is_empty() {
            return Ok(false);
        }
        let put = if last { commit::PUT_AND_COMMIT } else { commit::PUT_AND_KEEP };
        self.gate.open.store(last, Ordering::SeqCst);
        self.trip();
        let done = commit::put(&mut self.conn, put, &batch.commits(&through)).await;
        self.gate.open.store(false, Ordering::SeqCst);
        match done {
            Ok(()) => {
                batch.any = true;
                Ok(last)
            }
            // One of them cannot be stored. Whose fault it is shows when each is alone.
            Err(_) if self.back().await => self.one_by_one(batch, &through).await.map(|()| false),
            Err(error) => Err(undone(error)),
        }
    }

    async fn one_by_one(&mut self, batch: &mut Round, jobs: &[usize]) -> Result<(), StoreError> {
        for at in jobs {
            self.alone(batch, *at).await?;
        }
        Ok(())
    }

    /// One job in its own savepoint. An error means that the whole batch is lost: the database has
    /// undone the transaction, and with it the savepoint.
    async fn alone(&mut self, batch: &mut Round, at: usize) -> Result<(), StoreError> {
        self.keep(batch).await?;
        let good = batch.jobs[at].run(&mut self.conn).await;
        batch.any |= good;
        if !good && !self.back().await {
            return Err(lost());
        }
        batch.unkept = good;
        Ok(())
    }

    /// Keeps what the job before did, and has a savepoint ready for the next. The last one's is
    /// released by the commit.
    async fn keep(&mut self, batch: &mut Round) -> Result<(), StoreError> {
        if std::mem::take(&mut batch.unkept) {
            self.trip();
            let done = sqlx::query(KEEP).execute(&mut self.conn).await;
            done.map_err(|error| undone(error.into()))?;
        }
        Ok(())
    }

    fn trip(&self) {
        self.trips.fetch_add(1, Ordering::Relaxed);
    }

    /// Undoes what was done since the last savepoint. Tells whether there still is one.
    async fn back(&mut self) -> bool {
        self.trip();
        sqlx::query(UNDO).execute(&mut self.conn).await.is_ok()
    }

    /// Tells whoever watches what came of a transaction.
    fn ended(&self, trouble: Option<&StoreError>, batch: &Round) {
        self.trouble.send_replace(trouble.cloned());
        if trouble.is_none() {
            self.commits.send_modify(|count| *count += 1);
            if batch.others {
                self.others.fetch_add(1, Ordering::SeqCst);
            }
            if batch.letters {
                self.letters.send_modify(|count| *count += 1);
            }
        }
    }

    async fn begin(&mut self) -> Result<(), StoreError> {
        self.trip();
        if sqlx::query(BEGIN).execute(&mut self.conn).await.is_ok() {
            return Ok(());
        }
        // A transaction left open by a failure would keep us out for ever.
        self.undo().await;
        sqlx::query(BEGIN).execute(&mut self.conn).await?;
        Ok(())
    }

    async fn commit(&mut self) -> Result<(), StoreError> {
        self.gate.open.store(true, Ordering::SeqCst);
        self.trip();
        let done = sqlx::query(COMMIT).execute(&mut self.conn).await;
        self.gate.open.store(false, Ordering::SeqCst);
        done.map_err(|error| undone(error.into()))?;
        Ok(())
    }

    /// Undoes whatever is open. That nothing is open is no error.
    async fn undo(&mut self) {
        let _ = sqlx::query(ROLLBACK).execute(&mut self.conn).await;
    }
}

/// The jobs of one transaction.
#[derive(Default)]
struct Round {
    jobs: Vec<Box<dyn Job>>,
    /// Whether what the last one did still stands in its savepoint.
    unkept: bool,
    /// How many of them were looked at.
    seen: usize,
    /// Whether there is anything to store.
    any: bool,
    /// Whether something other than decisions was done.
    others: bool,
    /// Whether letters may be owed.
    letters: bool,
    stop: Option<oneshot::Sender<()>>,
}

impl Round {
    /// Lets in what waits. Tells whether there is anything that was not looked at yet.
    fn gather(&mut self, queue: &mut mpsc::Receiver<Message>) -> bool {
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
    fn sorted(&mut self) -> (Vec<usize>, Vec<usize>) {
        let (mut games, mut together, mut others) = (HashSet::new(), Vec::new(), Vec::new());
        for at in self.seen..self.jobs.len() {
            let decision = self.jobs[at].commit();
            self.others |= decision.is_none();
            self.letters |= decision.is_none_or(Commit::owes);
            match decision {
                Some(commit) if games.insert(commit.game().clone()) => together.push(at),
                _ => others.push(at),
            }
        }
        self.seen = self.jobs.len();
        (together, others)
    }

    fn commits(&self, at: &[usize]) -> Vec<&Commit> {
        at.iter().filter_map(|at| self.jobs[*at].commit()).collect()
    }
}

/// The savepoint is gone, and with it the transaction, or the commit was refused: what SQLite does
/// when the disk is full or sick. Such an error may well be over by the next batch.
fn undone(error: StoreError) -> StoreError {
    match error {
        StoreError::Database(error) => {
            StoreError::Unavailable(format!("the transaction was undone: {error}"))
        }
        known => known,
    }
}

fn lost() -> StoreError {
    StoreError::Unavailable("the transaction was undone".to_owned())
}
