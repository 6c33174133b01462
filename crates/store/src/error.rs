//! What can go wrong with the store, as far as callers treat it differently. No other module
//! looks at a database error by its number.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Why the store did not do what was asked. Nothing of a refused write is ever stored.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody was faster: the row is there already, or the game has moved on.
    #[error("somebody else was faster")]
    Conflict,
    #[error("there is no such thing")]
    NotFound,
    /// What is stored is not what was written.
    #[error("the stored data is damaged: {0}")]
    Corrupt(String),
    /// The disk has no room. It is tried anew with the next write.
    #[error("the disk is full")]
    Full,
    /// The disk, the memory or another program stands in the way. Tried anew with the next write.
    #[error("the database does not answer: {0}")]
    Unavailable(String),
    /// The database was written by a build before the first release, whose formats are not read.
    #[error(
        "this database was written by an earlier, unreleased build of Ravenpost and cannot be \
         opened; start with a new one"
    )]
    Unreleased,
    /// The file was written by a later release.
    #[error("the database has schema {found}, this program knows {known}: use a later release")]
    Newer { found: i64, known: i64 },
    /// Another program writes to it, and two at once would bend it.
    #[error("{0}: another ravenpost is at work on this database; stop it first")]
    InUse(String),
    /// The store was opened for reading only, or is closed.
    #[error("the store takes no writes: {0}")]
    Closed(&'static str),
    /// A mistake of ours: a statement that breaks a rule of the tables.
    #[error("the database refused: {0}")]
    Database(Arc<sqlx::Error>),
}

impl StoreError {
    /// Whether the same request may well succeed later.
    pub fn passing(&self) -> bool {
        matches!(self, StoreError::Full | StoreError::Unavailable(_))
    }

    /// Whether the database or its machine is to blame, and not what was asked of it: a rule of
    /// the tables that was broken, or somebody who was faster.
    pub(crate) fn is_trouble(&self) -> bool {
        match self {
            StoreError::Full | StoreError::Unavailable(_) | StoreError::Corrupt(_) => true,
            StoreError::Database(error) => !error.as_database_error().is_some_and(breaks_rule),
            _ => false,
        }
    }
}

/// How long a failed statement is reported although other writes succeed: a right that was revoked
/// for one table shows in the writes to that table only.
const SHOWN: Duration = Duration::from_secs(30);

/// What went wrong with writing, until it goes well again.
#[derive(Clone, Default)]
pub(crate) struct Troubles(Arc<Mutex<Met>>);

#[derive(Default)]
struct Met {
    in_transaction: Option<StoreError>,
    in_statement: Option<(StoreError, Instant)>,
}

impl Troubles {
    /// No transaction could be begun or ended: the next one that is stored ends it.
    pub(crate) fn in_transaction(&self, error: StoreError) {
        self.met().in_transaction = Some(error);
    }

    /// A statement failed: ended by a transaction that is stored after a while without another.
    pub(crate) fn in_statement(&self, error: StoreError) {
        self.met().in_statement = Some((error, Instant::now()));
    }

    pub(crate) fn stored(&self) {
        let mut met = self.met();
        met.in_transaction = None;
        met.in_statement.take_if(|(_, at)| at.elapsed() > SHOWN);
    }

    pub(crate) fn shown(&self) -> Option<StoreError> {
        let met = self.met();
        let statement = met.in_statement.as_ref().map(|(error, _)| error.clone());
        met.in_transaction.clone().or(statement)
    }

    fn met(&self) -> MutexGuard<'_, Met> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        match &error {
            sqlx::Error::RowNotFound => StoreError::NotFound,
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => {
                StoreError::Corrupt(error.to_string())
            }
            sqlx::Error::PoolTimedOut | sqlx::Error::WorkerCrashed | sqlx::Error::Io(_) => {
                StoreError::Unavailable(error.to_string())
            }
            sqlx::Error::PoolClosed => StoreError::Closed("it is closed"),
            sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) => {
                StoreError::Unavailable(error.to_string())
            }
            sqlx::Error::Database(inner) => match by_engine(inner.as_ref()) {
                Some(known) => known,
                None => StoreError::Database(Arc::new(error)),
            },
            _ => StoreError::Database(Arc::new(error)),
        }
    }
}

/// Whether a statement was refused for the values it has.
fn breaks_rule(error: &(dyn sqlx::error::DatabaseError + 'static)) -> bool {
    let code = error.code().unwrap_or_default();
    match error.try_downcast_ref::<sqlx::postgres::PgDatabaseError>() {
        // What the values break: constraints, their types, and the triggers that guard the log.
        Some(_) => matches!(code.get(..2), Some("22" | "23" | "44" | "P0")),
        // Constraints and the triggers, too large, of another type, out of range.
        None => matches!(code.parse::<i32>().map(|code| code & 0xff), Ok(18 | 19 | 20 | 25)),
    }
}

fn by_engine(error: &(dyn sqlx::error::DatabaseError + 'static)) -> Option<StoreError> {
    match error.try_downcast_ref::<sqlx::postgres::PgDatabaseError>() {
        Some(error) => by_state(error.code(), error.message()),
        None => by_code(error),
    }
}

/// PostgreSQL's states, https://www.postgresql.org/docs/15/errcodes-appendix.html; the first two
/// letters are the class.
fn by_state(state: &str, text: &str) -> Option<StoreError> {
    let text = || format!("{text} ({state})");
    match (state, state.get(..2)?) {
        // A row that is there; a transaction that got into another's way.
        ("23505" | "40001" | "40P01", _) => Some(StoreError::Conflict),
        ("53100", _) => Some(StoreError::Full),
        ("XX001" | "XX002", _) => Some(StoreError::Corrupt(text())),
        // No connection, no resources, an operator who steps in or a statement that took too long,
        // a standby that only reads, a lock that was not to be had, sick hardware.
        // Rights that were revoked, and plans that a changed table has made old.
        ("25006" | "25P03" | "55P03" | "42501" | "0A000", _) | (_, "08" | "53" | "57" | "58") => {
            Some(StoreError::Unavailable(text()))
        }
        _ => None,
    }
}

/// SQLite's result codes, https://www.sqlite.org/rescode.html; the low byte is the primary one.
fn by_code(error: &dyn sqlx::error::DatabaseError) -> Option<StoreError> {
    const UNIQUE: i32 = 2067;
    const PRIMARY_KEY: i32 = 1555;
    let code: i32 = error.code()?.parse().ok()?;
    if code == UNIQUE || code == PRIMARY_KEY {
        return Some(StoreError::Conflict);
    }
    let text = error.message().to_owned();
    match code & 0xff {
        13 => Some(StoreError::Full),
        11 | 26 => Some(StoreError::Corrupt(text)),
        // No permission, aborted, busy, locked, out of memory, read-only, interrupted, I/O error,
        // cannot open, locking, a schema that has changed.
        3..=10 | 14 | 15 | 17 => Some(StoreError::Unavailable(text)),
        _ => None,
    }
}
