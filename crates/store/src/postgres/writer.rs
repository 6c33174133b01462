//! Runs each write job in its own transaction, in a task that continues even if the caller is gone.
//!
//! Jobs are written for a store that runs them one at a time. Most of them therefore hold an
//! exclusive lock on all nodes from their start to their commit. Decisions are serialised by their
//! game's row. They run concurrently with each other and with jobs that only touch rows of their
//! own, and hold the lock in shared mode. `docs/internals/costs.md` describes the cost.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::runtime::Handle;
use tokio::sync::{Notify, mpsc, watch};
use tokio::task::JoinHandle;
use tracing::Instrument;

use super::listener::{self, Counts};
use super::{decisions, open, roles, schema, server_check};
use crate::error::{StoreError, Troubles};
use crate::log::commit::CommitOutcome;
use crate::sql::reachability::Reach;
use crate::sql::{Conn, Pool, Readers, Transaction, Tx};
use crate::sqlite::gate::Gate;
use crate::sqlite::jobs::Job;
use crate::work::Work;

// Several statements in one text, which the simple protocol allows, need only one round trip.
const BEGIN: &str = "BEGIN; SELECT pg_advisory_xact_lock(\
    hashtextextended('ravenpost ' || current_schema(), 0))";
const BEGIN_SIDE: &str = "BEGIN; SELECT pg_advisory_xact_lock_shared(\
    hashtextextended('ravenpost ' || current_schema(), 0))";
const COMMIT: &str = "COMMIT";
const ROLLBACK: &str = "ROLLBACK";

/// A node of an installation on PostgreSQL.
pub(crate) struct Node {
    name: String,
    pub(super) writers: Reach,
    sessions: Arc<AtomicU64>,
    /// The runtime for jobs. The threads that serve pages may end at any time.
    runtime: Handle,
    gate: Gate,
    counts: Counts,
    troubles: Troubles,
    work: Arc<Work>,
    due: Arc<Notify>,
    bells: [JoinHandle<()>; 3],
    /// `None` when no more jobs are accepted; each running job holds a clone.
    open: Mutex<Option<mpsc::Sender<()>>>,
    done: tokio::sync::Mutex<mpsc::Receiver<()>>,
}

/// A node together with the parts that the store exposes.
pub(crate) struct OpenedStore {
    pub(crate) node: Arc<Node>,
    pub(crate) readers: Readers,
    pub(crate) commits: watch::Receiver<u64>,
    pub(crate) emails: watch::Receiver<u64>,
    pub(crate) troubles: Troubles,
    pub(crate) people_writes: Arc<AtomicU64>,
    pub(crate) work: Arc<Work>,
}

/// Opens read-only connections to a database.
pub(crate) async fn look(url: &str) -> Result<Readers, StoreError> {
    let readers = open::connect(url, "looks").await?.readers();
    schema::SCHEMA.look(&readers).await?;
    Ok(readers)
}

/// Returns the schema version of a database and the newest one this program knows.
pub(crate) async fn schema(readers: &Readers) -> Result<(i64, i64), StoreError> {
    Ok((schema::SCHEMA.look(readers).await?, schema::SCHEMA.newest()))
}

/// Connects to a database for writing, and migrates its schema.
pub(crate) async fn open(
    url: &str,
    owner: Option<&str>,
    gate: Gate,
) -> Result<OpenedStore, StoreError> {
    let name = crate::ids::random_game_id().to_string();
    if let Some(owner) = owner {
        roles::prepare(owner, &open::role(url)?).await?;
    }
    let pools = open::connect(url, &name).await?;
    schema::migrate_node(&pools.writers).await?;
    gate.set(true);
    let (commits, seen) = watch::channel(0);
    let (emails, queued) = watch::channel(0);
    let troubles = Troubles::default();
    let (people_writes, work): (Arc<AtomicU64>, Arc<Work>) = Default::default();
    let counts = Counts { commits, emails, people_writes: Arc::clone(&people_writes) };
    let due = Arc::new(Notify::new());
    let own = Arc::clone(&due);
    let (down, reached) = watch::channel(false);
    let readers = Readers(Pool::Postgres(Reach::new(pools.readers.clone(), reached.clone())));
    let bells = [
        tokio::spawn(server_check::watch(pools.options, down)),
        tokio::spawn(listener::ring(readers.clone(), name.clone(), own)),
        tokio::spawn(listener::hear(pools.readers, name.clone(), counts.clone())),
    ];
    let (open, done) = mpsc::channel(1);
    let node = Node {
        name,
        writers: Reach::new(pools.writers, reached),
        sessions: pools.sessions,
        runtime: Handle::current(),
        gate,
        counts,
        troubles: troubles.clone(),
        work: Arc::clone(&work),
        due,
        bells,
        open: Mutex::new(Some(open)),
        done: tokio::sync::Mutex::new(done),
    };
    let node = Arc::new(node);
    let (commits, emails) = (seen, queued);
    Ok(OpenedStore { node, readers, commits, emails, troubles, people_writes, work })
}

impl Node {
    /// Starts a job. Refused when the node is closing.
    pub(crate) fn take(self: &Arc<Self>, job: Box<dyn Job>) -> Result<(), StoreError> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let open = open.ok_or(StoreError::Closed("it is closed"))?;
        let node = Arc::clone(self);
        let work = async move {
            node.work(job).await;
            drop(open);
        };
        self.runtime.spawn(work.in_current_span());
        Ok(())
    }

    /// Returns a separate connection that may write.
    pub(crate) async fn connection(&self) -> Result<Tx, StoreError> {
        let conn = self.writers.acquire().await?;
        Ok(Tx(Conn::Postgres(Transaction { conn, failed: None })))
    }

    /// Waits until the server is found to be unreachable.
    pub(crate) async fn found_down(&self) -> StoreError {
        self.writers.found_down().await
    }

    /// Returns the node's name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns how many connections were opened so far.
    pub(crate) fn sessions(&self) -> u64 {
        self.sessions.load(Ordering::SeqCst)
    }

    /// Returns how many jobs are in progress.
    pub(crate) fn jobs(&self) -> usize {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.as_ref().map_or(0, |open| open.strong_count().saturating_sub(1))
    }

    /// Completes accepted jobs, then closes.
    pub(crate) async fn close(&self) {
        drop(self.open.lock().unwrap_or_else(PoisonError::into_inner).take());
        let _ = self.done.lock().await.recv().await;
        self.bells.iter().for_each(JoinHandle::abort);
        self.writers.pool.close().await;
    }

    async fn work(&self, mut job: Box<dyn Job>) {
        let outcome = self.transaction(&mut job).await;
        match &outcome {
            Ok(false) => {}
            Ok(true) => {
                self.troubles.stored();
                self.stored(&*job);
            }
            // A conflict is not a fault of the database.
            Err(StoreError::Conflict) => {}
            Err(error) => {
                self.troubles.in_transaction(error.clone());
            }
        }
        job.answer(outcome.map(|_| ()));
    }

    /// Runs a job in a transaction and returns whether anything was stored.
    async fn transaction(&self, job: &mut Box<dyn Job>) -> Result<bool, StoreError> {
        let conn = self.writers.acquire().await?;
        let mut tx = Tx(Conn::Postgres(Transaction { conn, failed: None }));
        let begin = if job.is_side() { BEGIN_SIDE } else { BEGIN };
        let done = match self.put(&mut tx, begin).await {
            Ok(()) => self.done(&mut tx, job).await,
            Err(error) => Err(error),
        };
        let done = match done {
            Ok(true) => match self.put(&mut tx, COMMIT).await {
                Ok(()) => Ok(true),
                Err(error) => {
                    // It is unknown whether it is stored. All caches are invalidated as if it were.
                    self.stored(&**job);
                    Err(error)
                }
            },
            done => done,
        };
        if !matches!(done, Ok(true)) {
            let trouble = tx.trouble();
            let passing = |error: &StoreError| error.passing();
            let suspect =
                trouble.as_ref().is_some_and(passing) || done.as_ref().is_err_and(passing);
            // Its state is unknown, so the connection must not be reused. A session also keeps the
            // settings it started with, such as being read-only, after they were changed.
            if (self.put(&mut tx, ROLLBACK).await.is_err() || suspect)
                && let Conn::Postgres(session) = &mut tx.0
            {
                session.conn.close_on_drop();
            }
            if let Some(error) = trouble {
                if error.is_read_only() {
                    self.close_idle();
                }
                self.troubles.in_statement(error);
            }
        }
        done
    }

    /// Closes the idle connections. Where one session is read-only, others may be as well, and each
    /// would refuse a write after the database is writable again.
    fn close_idle(&self) {
        while let Some(mut idle) = self.writers.pool.try_acquire() {
            idle.close_on_drop();
        }
    }

    /// Runs the job and returns whether there is something to commit.
    async fn done(&self, tx: &mut Tx, job: &mut Box<dyn Job>) -> Result<bool, StoreError> {
        let good = match job.commit() {
            Some(commit) => {
                let outcome = decisions::store(tx, commit).await;
                let good = matches!(outcome, Ok(CommitOutcome::Stored));
                job.settle(outcome);
                good
            }
            None => job.run(tx).await,
        };
        match &tx.0 {
            Conn::Postgres(Transaction { failed: Some(error), .. }) if good => Err(error.clone()),
            _ if good && !self.gate.lets() => {
                Err(StoreError::Unavailable("the transaction was rolled back".to_owned()))
            }
            _ => Ok(good),
        }
    }

    async fn put(&self, tx: &mut Tx, statement: &'static str) -> Result<(), StoreError> {
        self.work.round_trip();
        let Conn::Postgres(session) = &mut tx.0 else { return Err(crate::sql::not_a_file()) };
        sqlx::raw_sql(statement).execute(&mut *session.conn).await?;
        Ok(())
    }

    fn stored(&self, job: &dyn Job) {
        self.work.stored(1);
        let decision = job.commit();
        if decision.is_none() {
            self.counts.people_writes.fetch_add(1, Ordering::SeqCst);
        }
        self.counts.commits.send_modify(|count| *count += 1);
        if decision.is_none_or(crate::log::commit::Commit::has_emails) {
            self.counts.emails.send_modify(|count| *count += 1);
        }
        self.due.notify_one();
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.bells.iter().for_each(JoinHandle::abort);
    }
}
