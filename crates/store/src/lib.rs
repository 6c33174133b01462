//! The store: one SQLite file or a PostgreSQL database, and all SQL there is. It knows events as
//! text and people as rows; what they mean is for the service to say.
//!
//! Whoever writes gives a job to [`Store::write`]: to a file one connection writes, in one task; to
//! PostgreSQL each job has a transaction of its own. Others only read ([`Store::read`]). One file a
//! table, each with free functions that take a [`Tx`] or a [`Reader`].

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
pub use postgres::spent::ServerSpent;
use postgres::writer::Node;
pub use sql::{Reader, Readers, Tx, Writing};
use sqlite::gate::Gate;
use sqlite::jobs::{Decision, Job, Message, Typed};
use sqlite::stand_in::{self, StandIn};
use sqlite::writer::{self, Writer};
use sqlite::{compact, lock, open};

const CLOSED: StoreError = StoreError::Closed("it is closed");

/// The open store. Clones share it.
#[derive(Clone)]
pub struct Store(Arc<Inner>);

/// Who does what is to be written.
enum Writes {
    /// Nobody: it is only looked at.
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
    letters: watch::Receiver<u64>,
    troubles: Troubles,
    people_writes: Arc<AtomicU64>,
    round_trips: Arc<AtomicU64>,
    /// Of a file with an older schema that is only looked at: what is looked at in its place.
    stand_in: Option<StandIn>,
}

impl Store {
    /// Opens the file, and makes it and its folder when there is none. Brings its schema up to
    /// date. Needs a running tokio. `InUse` while another program has it open for writing.
    pub async fn open(path: &Path) -> Result<Store, StoreError> {
        open::folder(path)?;
        let lock = lock::take(path).await?;
        let gate = Gate::default();
        let mut tx = open::writer(path, gate.clone()).await?;
        // Nobody has to wait for the disk that this takes; whoever erases asks whether it was done.
        if let Err(error) = compact::finish(&mut tx, &gate).await {
            tracing::warn!(%error, "the file still holds what was deleted");
        }
        let readers = open::readers(path).await?;
        let (sender, queue) = mpsc::channel(writer::QUEUE);
        let (commits, seen) = watch::channel(0);
        let (letters, owed) = watch::channel(0);
        let troubles = Troubles::default();
        let (people_writes, round_trips): (Arc<AtomicU64>, Arc<AtomicU64>) = Default::default();
        let inner = Inner {
            path: path.to_owned(),
            readers,
            writing: Writes::File(sender),
            gate: gate.clone(),
            commits: seen,
            letters: owed,
            troubles: troubles.clone(),
            people_writes: Arc::clone(&people_writes),
            round_trips: Arc::clone(&round_trips),
            stand_in: None,
        };
        let _lock = lock;
        let writer = Writer {
            tx,
            queue,
            gate,
            commits,
            letters,
            troubles,
            people_writes,
            round_trips,
            _lock,
        };
        tokio::spawn(writer.run());
        Ok(Store(Arc::new(inner)))
    }

    /// Opens a file only to look at it: a backup, or the file of a running server. Nobody changes
    /// it: of one with an older schema a copy is brought up to date, and looked at in its place.
    pub async fn open_read_only(path: &Path) -> Result<Store, StoreError> {
        let readers = open::lookers(path).await?;
        let (readers, stand_in) = stand_in::of(readers, &sqlite::schema::SCHEMA).await?;
        Ok(Store::only_read(path, readers, stand_in))
    }

    /// Opens a PostgreSQL database by its address, which any number of nodes may do at once, and
    /// brings its schema up to date. `beside` is where a file would lie: this node's own things do.
    pub async fn connect(url: &str, beside: &Path) -> Result<Store, StoreError> {
        Store::connect_as(url, None, beside).await
    }

    /// The same where another role owns the tables: only that one, by its own address, changes
    /// their shape, and the one that serves can add to the log and not change it.
    pub async fn connect_as(
        url: &str,
        owner: Option<&str>,
        beside: &Path,
    ) -> Result<Store, StoreError> {
        open::folder(beside)?;
        let gate = Gate::default();
        let opened = postgres::writer::open(url, owner, gate.clone()).await?;
        Ok(Store(Arc::new(Inner {
            path: beside.to_owned(),
            readers: opened.readers,
            writing: Writes::Node(opened.node),
            gate,
            commits: opened.commits,
            letters: opened.letters,
            troubles: opened.troubles,
            people_writes: opened.people_writes,
            round_trips: opened.round_trips,
            stand_in: None,
        })))
    }

    /// Connects to a PostgreSQL database only to look at it.
    pub async fn connect_read_only(url: &str, beside: &Path) -> Result<Store, StoreError> {
        let readers = postgres::writer::look(url).await?;
        Ok(Store::only_read(beside, readers, None))
    }

    /// A store that is looked at and never written.
    fn only_read(path: &Path, readers: Readers, stand_in: Option<StandIn>) -> Store {
        Store(Arc::new(Inner {
            path: path.to_owned(),
            readers,
            writing: Writes::Nobody,
            gate: Gate::default(),
            commits: watch::channel(0).1,
            letters: watch::channel(0).1,
            troubles: Troubles::default(),
            people_writes: Arc::default(),
            round_trips: Arc::default(),
            stand_in,
        }))
    }

    /// Whether it is a file, which this program has to itself.
    pub fn is_file(&self) -> bool {
        self.0.readers.is_file()
    }

    /// The schema it has, and the newest this program knows.
    pub async fn schema(&self) -> Result<(i64, i64), StoreError> {
        match &self.0.stand_in {
            Some(stand_in) => Ok((stand_in.schema, sqlite::schema::SCHEMA.newest())),
            None if self.is_file() => Ok((
                sqlite::schema::SCHEMA.look(self.read()).await?,
                sqlite::schema::SCHEMA.newest(),
            )),
            None => postgres::writer::schema(self.read()).await,
        }
    }

    /// What the server that keeps the database has spent; a file has none.
    pub async fn server_spent(&self) -> Result<Option<ServerSpent>, StoreError> {
        match self.is_file() {
            true => Ok(None),
            false => Ok(Some(postgres::spent::spent(self.read()).await?)),
        }
    }

    /// The clock of the server that keeps the database; a file has none.
    pub async fn clock(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        match self.is_file() {
            true => Ok(None),
            false => Ok(Some(postgres::clock::clock(self.read()).await?)),
        }
    }

    /// Where the server that keeps the database is in its history; a file has none.
    pub async fn history(&self) -> Result<Option<History>, StoreError> {
        match self.is_file() {
            true => Ok(None),
            false => Ok(Some(postgres::clock::history(self.read()).await?)),
        }
    }

    /// The name of this node among those of a database; a file has one node, without a name.
    pub fn node(&self) -> Option<&str> {
        match &self.0.writing {
            Writes::Node(node) => Some(node.name()),
            _ => None,
        }
    }

    /// A number that is another once anything was written, by whichever node: what was read since
    /// it was asked for is true for as long as it stays the same.
    pub async fn stamp(&self) -> Result<u64, StoreError> {
        match self.is_file() {
            true => Ok(*self.0.commits.borrow()),
            false => postgres::clock::stamp(self.read()).await,
        }
    }

    /// How many connections were made so far. Behind a new one may be another server, which took
    /// over.
    pub fn sessions(&self) -> u64 {
        match &self.0.writing {
            Writes::Node(node) => node.sessions(),
            _ => 0,
        }
    }

    /// Where the file lies, or would lie.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Connections that can only read, and see everything whose writing has been answered.
    pub fn read(&self) -> &Readers {
        &self.0.readers
    }

    /// Changes with every commit after which a letter may be owed: for the sender, which sleeps
    /// until there is something to do.
    pub fn letters(&self) -> watch::Receiver<u64> {
        self.0.letters.clone()
    }

    /// Changes with every commit.
    pub fn commits(&self) -> watch::Receiver<u64> {
        self.0.commits.clone()
    }

    /// Changes before anything but decisions is answered as stored: whoever keeps something of
    /// people in memory looks here whether it may still be so.
    pub fn people_writes(&self) -> u64 {
        self.0.people_writes.load(Ordering::SeqCst)
    }

    /// How many round trips to the database's thread transactions took, without those of jobs of
    /// their
    /// own. For measuring.
    pub fn round_trips(&self) -> u64 {
        self.0.round_trips.load(Ordering::Relaxed)
    }

    /// Why something could not be stored, where the database or its machine was to blame; nothing
    /// while writing goes well.
    pub fn trouble(&self) -> Option<StoreError> {
        self.0.troubles.shown()
    }

    /// Stores a decision, whole or not at all, and answers when it is on the disk. `Conflict` when
    /// the game has moved on from where it was decided.
    pub async fn commit(&self, commit: Commit) -> Result<CommitOutcome, StoreError> {
        let (job, answer) = Decision::new(commit);
        self.queue(Box::new(job)).await?;
        tokio::select! {
            answer = answer => answer.map_err(|_| CLOSED)?,
            error = self.found_down() => Err(error),
        }
    }

    /// Waits until the database is found out of reach: nobody waits for it then. What was begun
    /// may still be done, as when the connection is lost behind a commit.
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
            Writes::Nobody => Err(StoreError::Closed("it is open for reading")),
        }
    }

    /// Does a piece of writing, whole or not at all, and answers when it is on the disk. An error
    /// from the job undoes it. The job goes on when the caller is dropped meanwhile. It must not
    /// begin or end transactions itself, nor wait for anything but the database.
    pub async fn write<T, F>(&self, job: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut Tx) -> Writing<'c, T, StoreError> + Send + 'static,
    {
        self.try_write(job).await
    }

    /// The same for jobs that have refusals of their own: these, too, undo what the job did.
    pub async fn try_write<T, E, F>(&self, job: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        F: for<'c> FnOnce(&'c mut Tx) -> Writing<'c, T, E> + Send + 'static,
    {
        self.done(job, false).await
    }

    /// The same for a job whose statements name rows of its own: each of them must be right by
    /// itself, whatever others of this kind and decisions store between them. Where several nodes
    /// share a database such jobs do not wait for each other. One that others have locked
    /// each other out of ends with [`StoreError::Conflict`], and is to be done again.
    pub async fn write_beside<T, F>(&self, job: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut Tx) -> Writing<'c, T, StoreError> + Send + 'static,
    {
        self.done(job, true).await
    }

    async fn done<T, E, F>(&self, job: F, beside: bool) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        F: for<'c> FnOnce(&'c mut Tx) -> Writing<'c, T, E> + Send + 'static,
    {
        let (job, answer) = Typed::new(job, beside);
        self.queue(Box::new(job)).await?;
        tokio::select! {
            answer = answer => answer.map_err(|_| CLOSED)?,
            error = self.found_down() => Err(error.into()),
        }
    }

    /// Serves what is queued, folds the write-ahead log into the file and closes. Clones are
    /// closed with it.
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
    /// Stores it as a part of a piece of writing.
    pub async fn store(&self, tx: &mut Tx) -> log::commit::Settled {
        match tx.0 {
            sql::Conn::Sqlite(_) => sqlite::decisions::alone(tx, self).await,
            sql::Conn::Postgres(_) => postgres::decisions::store(tx, self).await,
        }
    }
}
