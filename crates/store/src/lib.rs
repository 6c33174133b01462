//! The store: a SQLite file or a PostgreSQL database, and all SQL. It treats events as text and
//! people as rows; their meaning is up to the service.
//!
//! Writes are jobs given to [`Store::write`]. For a file, a single connection in one task runs
//! them; on PostgreSQL each job has its own transaction. Reads use [`Store::read`]. Each table has
//! its own module of free functions that take a [`Tx`] or a [`Reader`].

pub mod lists;
pub mod log;
pub mod moving;
mod packed;
pub mod people;
pub mod post;
pub mod postgres;
pub mod proof;
pub mod sqlite;
pub mod talk;
pub mod work;

mod error;
mod ids;
mod sql;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chrono::{DateTime, Utc};
use tokio::sync::{mpsc, oneshot, watch};

pub use error::StoreError;
use error::Troubles;
pub use ids::{PlayerId, TokenHash, random_game_id, token_hash};
pub use log::commit::{Change, Commit, CommitOutcome};
pub use log::history::History;
pub use postgres::usage::ServerSpent;
use postgres::writer::Node;
pub use sql::{Reader, Readers, Tx, Writing};
use sqlite::gate::Gate;
use sqlite::jobs::{Decision, Job, Message, Typed};
use sqlite::old_schema::{self, TemporaryCopy};
use sqlite::writer::{self, Writer};
use sqlite::{compact, lock, open};
use work::Work;

const CLOSED: StoreError = StoreError::Closed("it is closed");

/// An open store. Clones share it.
#[derive(Clone)]
pub struct Store(Arc<Inner>);

/// The component that executes writes.
enum Writes {
    /// The store is read-only.
    Nobody,
    File(mpsc::Sender<Message>),
    Node(Arc<Node>),
}

struct Inner {
    path: PathBuf,
    readers: Readers,
    writing: Writes,
    gate: Gate,
    commits: watch::Receiver<u64>,
    emails: watch::Receiver<u64>,
    troubles: Troubles,
    people_writes: Arc<AtomicU64>,
    work: Arc<Work>,
    /// For a file with an older schema that is opened read-only: the migrated copy that is read
    /// instead.
    temporary_copy: Option<TemporaryCopy>,
}

impl Store {
    /// Opens the file, creating it and its folder if necessary, and migrates its schema. Requires a
    /// running tokio runtime.
    ///
    /// # Errors
    ///
    /// [`StoreError::InUse`] if another program has the file open for writing.
    pub async fn open(path: &Path) -> Result<Store, StoreError> {
        open::folder(path)?;
        let lock = lock::take(path).await?;
        let gate = Gate::default();
        let mut tx = open::writer(path, gate.clone()).await?;
        // A full disk must not prevent the start. Erasure reports whether this was done.
        if let Err(error) = compact::finish(&mut tx, &gate).await {
            tracing::warn!(%error, "failed to purge deleted data");
        }
        let readers = open::readers(path).await?;
        let (sender, queue) = mpsc::channel(writer::QUEUE);
        let (commits, seen) = watch::channel(0);
        let (emails, queued) = watch::channel(0);
        let troubles = Troubles::default();
        let (people_writes, work): (Arc<AtomicU64>, Arc<Work>) = Default::default();
        let inner = Inner {
            path: path.to_owned(),
            readers,
            writing: Writes::File(sender),
            gate: gate.clone(),
            commits: seen,
            emails: queued,
            troubles: troubles.clone(),
            people_writes: Arc::clone(&people_writes),
            work: Arc::clone(&work),
            temporary_copy: None,
        };
        let _lock = lock;
        let writer =
            Writer { tx, queue, gate, commits, emails, troubles, people_writes, work, _lock };
        tokio::spawn(writer.run());
        Ok(Store(Arc::new(inner)))
    }

    /// Opens a file read-only: a backup, or the file of a running server. If its schema is older, a
    /// migrated copy is read instead, and the file is not changed.
    pub async fn open_read_only(path: &Path) -> Result<Store, StoreError> {
        let readers = open::lookers(path).await?;
        let (readers, temporary_copy) = old_schema::of(readers, &sqlite::schema::SCHEMA).await?;
        Ok(Store::only_read(path, readers, temporary_copy))
    }

    /// Connects to a PostgreSQL database and migrates its schema. Any number of nodes may be
    /// connected at once. `folder` holds this node's own files, where a database file would
    /// otherwise be.
    pub async fn connect(url: &str, folder: &Path) -> Result<Store, StoreError> {
        Store::connect_as(url, None, folder).await
    }

    /// Connects like [`Store::connect`], but with a separate role that owns the tables. Only
    /// `owner`, which has its own address, changes the schema. The serving role can append to the
    /// log but not change it.
    pub async fn connect_as(
        url: &str,
        owner: Option<&str>,
        folder: &Path,
    ) -> Result<Store, StoreError> {
        open::folder(folder)?;
        let gate = Gate::default();
        let opened = postgres::writer::open(url, owner, gate.clone()).await?;
        Ok(Store(Arc::new(Inner {
            path: folder.to_owned(),
            readers: opened.readers,
            writing: Writes::Node(opened.node),
            gate,
            commits: opened.commits,
            emails: opened.emails,
            troubles: opened.troubles,
            people_writes: opened.people_writes,
            work: opened.work,
            temporary_copy: None,
        })))
    }

    /// Connects to a PostgreSQL database read-only.
    pub async fn connect_read_only(url: &str, folder: &Path) -> Result<Store, StoreError> {
        let readers = postgres::writer::look(url).await?;
        Ok(Store::only_read(folder, readers, None))
    }

    /// Builds a read-only store.
    fn only_read(path: &Path, readers: Readers, temporary_copy: Option<TemporaryCopy>) -> Store {
        Store(Arc::new(Inner {
            path: path.to_owned(),
            readers,
            writing: Writes::Nobody,
            gate: Gate::default(),
            commits: watch::channel(0).1,
            emails: watch::channel(0).1,
            troubles: Troubles::default(),
            people_writes: Arc::default(),
            work: Arc::default(),
            temporary_copy,
        }))
    }

    /// Returns whether the store is a file.
    pub fn is_file(&self) -> bool {
        self.0.readers.is_file()
    }

    /// Returns the store's schema version and the newest one this program knows.
    pub async fn schema(&self) -> Result<(i64, i64), StoreError> {
        match &self.0.temporary_copy {
            Some(temporary_copy) => Ok((temporary_copy.schema, sqlite::schema::SCHEMA.newest())),
            None if self.is_file() => Ok((
                sqlite::schema::SCHEMA.look(self.read()).await?,
                sqlite::schema::SCHEMA.newest(),
            )),
            None => postgres::writer::schema(self.read()).await,
        }
    }

    /// Returns resource usage of the database server; `None` for a file.
    pub async fn server_spent(&self) -> Result<Option<ServerSpent>, StoreError> {
        match self.is_file() {
            true => Ok(None),
            false => Ok(Some(postgres::usage::spent(self.read()).await?)),
        }
    }

    /// Returns the database server's clock; `None` for a file.
    pub async fn clock(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        match self.is_file() {
            true => Ok(None),
            false => Ok(Some(postgres::clock::clock(self.read()).await?)),
        }
    }

    /// Returns the database server's current timeline; `None` for a file.
    pub async fn history(&self) -> Result<Option<History>, StoreError> {
        match self.is_file() {
            true => Ok(None),
            false => Ok(Some(postgres::clock::history(self.read()).await?)),
        }
    }

    /// Returns the name of this node, unique among the nodes of a shared database; `None` for a
    /// file.
    pub fn node(&self) -> Option<&str> {
        match &self.0.writing {
            Writes::Node(node) => Some(node.name()),
            _ => None,
        }
    }

    /// Returns a number that changes with every write of any node. Data read after the number was
    /// obtained is current for as long as it stays the same.
    pub async fn stamp(&self) -> Result<u64, StoreError> {
        match self.is_file() {
            true => Ok(*self.0.commits.borrow()),
            false => postgres::clock::stamp(self.read()).await,
        }
    }

    /// Returns how many connections were opened so far. A new one may be to a different server
    /// after a failover.
    pub fn sessions(&self) -> u64 {
        match &self.0.writing {
            Writes::Node(node) => node.sessions(),
            _ => 0,
        }
    }

    /// Returns the path of the file, or where it would be.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Returns read-only connections. They see every write that was confirmed.
    pub fn read(&self) -> &Readers {
        &self.0.readers
    }

    /// Returns a receiver that changes with every commit that may have queued an email. It wakes
    /// the sender.
    pub fn emails(&self) -> watch::Receiver<u64> {
        self.0.emails.clone()
    }

    /// Returns a receiver that changes with every commit.
    pub fn commits(&self) -> watch::Receiver<u64> {
        self.0.commits.clone()
    }

    /// Returns a counter that changes before any write other than a decision is confirmed. Caches
    /// of personal data use it to check whether they are current.
    pub fn people_writes(&self) -> u64 {
        self.0.people_writes.load(Ordering::SeqCst)
    }

    /// Returns why writes fail, if the database or its machine is at fault; `None` while they
    /// succeed.
    pub fn trouble(&self) -> Option<StoreError> {
        self.0.troubles.shown()
    }

    /// Stores a decision atomically and returns when it is on disk.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if the game has moved on since the decision.
    pub async fn commit(&self, commit: Commit) -> Result<CommitOutcome, StoreError> {
        let (job, answer) = Decision::new(commit);
        self.queue(Box::new(job)).await?;
        tokio::select! {
            answer = answer => answer.map_err(|_| CLOSED)?,
            error = self.found_down() => Err(error),
        }
    }

    /// Waits until the database is found to be unreachable, so that callers do not wait for it. A
    /// pending write may have succeeded, for example if the connection was lost after a commit.
    async fn found_down(&self) -> StoreError {
        match &self.0.writing {
            Writes::Node(node) => node.found_down().await,
            Writes::File(_) | Writes::Nobody => std::future::pending().await,
        }
    }

    async fn queue(&self, job: Box<dyn Job>) -> Result<(), StoreError> {
        match &self.0.writing {
            Writes::File(queue) => queue.send(Message::Job(job)).await.map_err(|_| CLOSED),
            Writes::Node(node) => node.take(job),
            Writes::Nobody => Err(StoreError::Closed("it is open read-only")),
        }
    }

    /// Runs a write job atomically and returns when it is on disk. An error of the job rolls it
    /// back. The job continues even if the caller is dropped. It must not begin or end transactions
    /// itself, nor wait for anything but the database.
    pub async fn write<T, F>(&self, job: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut Tx) -> Writing<'c, T, StoreError> + Send + 'static,
    {
        self.try_write(job).await
    }

    /// Runs a write job that has its own error type; its errors roll it back too.
    pub async fn try_write<T, E, F>(&self, job: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        F: for<'c> FnOnce(&'c mut Tx) -> Writing<'c, T, E> + Send + 'static,
    {
        self.done(job, false).await
    }

    /// Runs a write job whose statements only touch its own rows. Each statement must be correct by
    /// itself, regardless of concurrent decisions and other jobs of this kind. On a shared
    /// database, such jobs do not wait for each other.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] after a deadlock; the caller should try again.
    pub async fn write_side<T, F>(&self, job: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut Tx) -> Writing<'c, T, StoreError> + Send + 'static,
    {
        self.done(job, true).await
    }

    async fn done<T, E, F>(&self, job: F, folder: bool) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        F: for<'c> FnOnce(&'c mut Tx) -> Writing<'c, T, E> + Send + 'static,
    {
        let (job, answer) = Typed::new(job, folder);
        self.queue(Box::new(job)).await?;
        tokio::select! {
            answer = answer => answer.map_err(|_| CLOSED)?,
            error = self.found_down() => Err(error.into()),
        }
    }

    /// Completes the queued jobs, checkpoints the write-ahead log and closes the store with all its
    /// clones.
    pub async fn close(&self) {
        if let Writes::Node(node) = &self.0.writing {
            node.close().await;
        }
        self.0.readers.0.close().await;
        if let Writes::File(queue) = &self.0.writing {
            let (done, closed) = oneshot::channel();
            if queue.send(Message::Stop(done)).await.is_ok() {
                let _ = closed.await;
            }
        }
    }
}

impl Commit {
    /// Stores the decision as a part of a write job.
    pub async fn store(&self, tx: &mut Tx) -> log::commit::Settled {
        match tx.0 {
            sql::Conn::Sqlite(_) => sqlite::decisions::alone(tx, self).await,
            sql::Conn::Postgres(_) => postgres::decisions::store(tx, self).await,
        }
    }
}
