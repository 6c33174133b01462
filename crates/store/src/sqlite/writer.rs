//! The writer task, which owns the only writing connection. Waiting jobs share one transaction, so
//! that one disk flush serves them all. Each is answered only when the transaction is on disk.
//!
//! Waiting decisions are stored together, with one statement per table. If that fails they are
//! stored one by one. Each such job, like any job of another kind, has its own savepoint, so that a
//! failure does not affect the others.

use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::Connection;
use tokio::sync::{mpsc, oneshot, watch};

use super::decisions;
use super::gate::Gate;
use super::job_batch::Round;
use crate::error::{StoreError, Troubles};
use crate::log::commit::CommitOutcome;
use crate::sql::{Conn, Tx, sql};
use crate::sqlite::jobs::{Job, Message};
use crate::work::Work;

/// The capacity of the queue; further callers wait.
pub(crate) const QUEUE: usize = 1024;

// Statements are combined where possible, because each round trip to the database thread costs as
// much as a small statement. If one fails, those after it are not run.
const BEGIN: &str = "BEGIN IMMEDIATE; SAVEPOINT job";
const KEEP: &str = "RELEASE job; SAVEPOINT job";
const UNDO: &str = "ROLLBACK TO job";
const COMMIT: &str = "RELEASE job; COMMIT";
const ROLLBACK: &str = "ROLLBACK";
const CHECKPOINT: &str = "PRAGMA wal_checkpoint(TRUNCATE)";
const NO_WAITING: &str = "PRAGMA busy_timeout = 0";
const WAITING: &str = "PRAGMA busy_timeout = 5000";

/// The write-ahead log is emptied after this time without a write.
const QUIET: Duration = Duration::from_millis(if cfg!(test) { 200 } else { 20_000 });

pub(crate) struct Writer {
    pub(crate) tx: Tx,
    pub(crate) queue: mpsc::Receiver<Message>,
    pub(crate) gate: Gate,
    pub(crate) commits: watch::Sender<u64>,
    /// Counts the transactions that may have queued emails.
    pub(crate) emails: watch::Sender<u64>,
    pub(crate) troubles: Troubles,
    /// Counts the transactions in which anything but decisions was stored.
    pub(crate) people_writes: Arc<AtomicU64>,
    pub(crate) work: Arc<Work>,
    /// Held until the connection is closed.
    pub(crate) _lock: File,
}

impl Writer {
    /// Runs until it is stopped or no senders are left.
    pub(crate) async fn run(mut self) {
        let (mut stopped, mut folded) = (None, false);
        while let Some(message) = self.next(&mut folded).await {
            match message {
                Message::Job(job) => {
                    folded = false;
                    stopped = self.batch(job).await;
                }
                Message::Stop(done) => stopped = Some(done),
            }
            if stopped.is_some() {
                // New jobs are refused; queued ones are completed.
                self.queue.close();
            }
        }
        self.finish().await;
        if let Some(done) = stopped {
            let _ = done.send(());
        }
    }

    /// Returns the next message. When idle, it checkpoints the write-ahead log, because that still
    /// contains old pages with data deleted since.
    async fn next(&mut self, folded: &mut bool) -> Option<Message> {
        while !*folded {
            match tokio::time::timeout(QUIET, self.queue.recv()).await {
                Ok(message) => return message,
                Err(_) => *folded = self.fold_log().await,
            }
        }
        self.queue.recv().await
    }

    /// Empties the write-ahead log, without waiting for readers.
    async fn fold_log(&mut self) -> bool {
        let at_once = sql(NO_WAITING).run(&mut self.tx).await;
        let done = sql(CHECKPOINT).row(&mut self.tx).await;
        let again = sql(WAITING).run(&mut self.tx).await;
        let busy = done.and_then(|row| row.get::<i64>("busy"));
        at_once.is_ok() && again.is_ok() && busy.is_ok_and(|busy| busy == 0)
    }

    async fn finish(mut self) {
        // SQLite's clean-up commits transactions of its own.
        self.gate.set(true);
        if let Err(error) = sql(CHECKPOINT).run(&mut self.tx).await {
            tracing::warn!(%error, "failed to checkpoint write-ahead log");
        }
        let Conn::Sqlite(conn) = self.tx.0 else { return };
        if let Err(error) = conn.conn.close().await {
            tracing::warn!(%error, "failed to close database cleanly");
        }
    }

    /// Runs one transaction with the first job and all waiting ones. Returns the stop request, if
    /// there was one.
    async fn batch(&mut self, first: Box<dyn Job>) -> Option<oneshot::Sender<()>> {
        let mut batch = Round::of(first);
        let outcome = self.transaction(&mut batch).await;
        if !batch.any || outcome.is_err() {
            self.undo().await;
        }
        let statement = self.tx.trouble();
        match &outcome {
            Ok(()) => {
                if let Some(error) = statement {
                    self.troubles.in_statement(error);
                }
                if batch.any {
                    self.stored(&batch);
                }
            }
            // BEGIN or COMMIT failed, or a failure rolled back everything.
            Err(error) => self.troubles.in_transaction(error.clone()),
        }
        for job in batch.jobs {
            job.answer(outcome.clone());
        }
        batch.stop
    }

    async fn transaction(&mut self, batch: &mut Round) -> Result<(), StoreError> {
        let mut begun = false;
        while batch.gather(&mut self.queue) {
            let (decisions, people_writes) = batch.sorted();
            if decisions.is_empty() {
                if !begun {
                    self.begin().await?;
                }
            } else {
                let last = people_writes.is_empty() && self.queue.is_empty();
                if self.together(batch, &decisions, begun, last).await? {
                    return Ok(());
                }
            }
            begun = true;
            self.one_by_one(batch, &people_writes).await?;
        }
        if batch.any { self.commit().await } else { Ok(()) }
    }

    /// Stores decisions, each of a different game, with one statement per table. Returns whether
    /// that ended the transaction, which it does if nothing else is waiting.
    async fn together(
        &mut self,
        batch: &mut Round,
        decisions: &[usize],
        begun: bool,
        last: bool,
    ) -> Result<bool, StoreError> {
        self.keep(batch).await?;
        let gate = if begun { decisions::GATE } else { decisions::BEGIN_AND_GATE };
        self.trip();
        let Ok(passed) = decisions::gate(&mut self.tx, gate, &batch.commits(decisions)).await
        else {
            // Nothing was stored yet, but it is unknown which statement failed.
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
            let outcome = batch.jobs[*at].commit().map(|commit| passed.outcome(commit));
            if matches!(outcome, Some(Ok(CommitOutcome::Stored))) {
                through.push(*at);
            }
            outcome.into_iter().for_each(|outcome| batch.jobs[*at].settle(outcome));
        }
        if through.is_empty() {
            return Ok(false);
        }
        let put = if last { decisions::PUT_AND_COMMIT } else { decisions::PUT_AND_KEEP };
        self.gate.set(last);
        self.trip();
        let done = decisions::put(&mut self.tx, put, &batch.commits(&through)).await;
        self.gate.set(false);
        match done {
            Ok(()) => {
                batch.any = true;
                Ok(last)
            }
            // One of them cannot be stored. Running them one by one shows which.
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

    /// Runs one job in its own savepoint. An error means that the whole batch is lost, because the
    /// database has rolled back the transaction and its savepoint.
    async fn alone(&mut self, batch: &mut Round, at: usize) -> Result<(), StoreError> {
        self.keep(batch).await?;
        let good = batch.jobs[at].run(&mut self.tx).await;
        batch.any |= good;
        if !good {
            let trouble = self.tx.trouble();
            if !self.back().await {
                return Err(trouble.unwrap_or_else(lost));
            }
            if let Some(error) = trouble {
                self.troubles.in_statement(error);
            }
        }
        batch.unkept = good;
        Ok(())
    }

    /// Releases the previous job's savepoint and opens one for the next. The last one is released
    /// by the commit.
    async fn keep(&mut self, batch: &mut Round) -> Result<(), StoreError> {
        if std::mem::take(&mut batch.unkept) {
            self.trip();
            let done = sql(KEEP).run(&mut self.tx).await;
            done.map_err(undone)?;
        }
        Ok(())
    }

    fn trip(&self) {
        self.work.round_trip();
    }

    /// Rolls back to the last savepoint. Returns whether it still exists.
    async fn back(&mut self) -> bool {
        self.trip();
        sql(UNDO).run(&mut self.tx).await.is_ok()
    }

    /// Signals that a transaction was stored.
    fn stored(&self, batch: &Round) {
        self.troubles.stored();
        self.work.stored(batch.jobs.len());
        self.commits.send_modify(|count| *count += 1);
        if batch.people_writes {
            self.people_writes.fetch_add(1, Ordering::SeqCst);
        }
        if batch.emails {
            self.emails.send_modify(|count| *count += 1);
        }
    }

    async fn begin(&mut self) -> Result<(), StoreError> {
        self.trip();
        if sql(BEGIN).run(&mut self.tx).await.is_ok() {
            return Ok(());
        }
        // A transaction left open by a failure would block all later ones.
        self.undo().await;
        sql(BEGIN).run(&mut self.tx).await?;
        Ok(())
    }

    async fn commit(&mut self) -> Result<(), StoreError> {
        self.gate.set(true);
        self.trip();
        let done = sql(COMMIT).run(&mut self.tx).await;
        self.gate.set(false);
        done.map_err(undone)?;
        Ok(())
    }

    /// Rolls back any open transaction.
    async fn undo(&mut self) {
        let _ = sql(ROLLBACK).run(&mut self.tx).await;
    }
}

/// Converts an error that has rolled back the transaction or refused its commit. SQLite does this
/// when the disk is full or faulty, and the next batch may succeed.
fn undone(error: StoreError) -> StoreError {
    match error {
        StoreError::Database(error) => {
            StoreError::Unavailable(format!("the transaction was rolled back: {error}"))
        }
        known => known,
    }
}

fn lost() -> StoreError {
    StoreError::Unavailable("the transaction was rolled back".to_owned())
}
