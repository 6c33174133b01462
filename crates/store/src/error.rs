//! Errors of the store, one for each case that callers handle differently. No other module
//! interprets a database error's code.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Why an operation failed. A failed write stores nothing.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// A concurrent write was faster: the row already exists, or the game has moved on.
    #[error("the data was changed in the meantime")]
    Conflict,
    #[error("not found")]
    NotFound,
    /// The stored data is not what was written.
    #[error("the stored data is damaged: {0}")]
    Corrupt(String),
    /// The disk is full. The next write tries again.
    #[error("the disk is full")]
    Full,
    /// The disk, a lack of memory or another program prevents it. The next write tries again.
    #[error("the database is unavailable: {0}")]
    Unavailable(String),
    /// The database was written by a build before the first release, whose formats are not
    /// supported.
    #[error(
        "this database was written by an earlier, unreleased build of Ravenpost and cannot be \
         opened: start with a new one"
    )]
    Unreleased,
    /// The file is a database of another program.
    #[error("{0} is not a Ravenpost database; name another folder with --data, or move it away")]
    Foreign(String),
    /// The database was written by a later release.
    #[error("the database has schema {found}, but this program only supports {known}: upgrade it")]
    Newer { found: i64, known: i64 },
    /// Another program has the database open for writing. Two writers would damage it.
    #[error("{0}: another ravenpost process is using this database; stop it first")]
    InUse(String),
    /// The store was opened read-only or is closed.
    #[error("the database is not writable: {0}")]
    Closed(&'static str),
    /// A bug: a statement that violates a constraint.
    #[error("database error: {0}")]
    Database(Arc<sqlx::Error>),
}

impl StoreError {
    /// Returns whether the same request may succeed later.
    pub fn passing(&self) -> bool {
        matches!(self, StoreError::Full | StoreError::Unavailable(_))
    }

    /// Returns whether a write was refused because its session is read-only.
    pub(crate) fn is_read_only(&self) -> bool {
        matches!(self, StoreError::Unavailable(why) if why.ends_with("(25006)"))
    }

    /// Returns whether the database or its machine is at fault, rather than the request: a violated
    /// constraint or a conflict does not count.
    pub(crate) fn is_server_fault(&self) -> bool {
        match self {
            StoreError::Full | StoreError::Unavailable(_) | StoreError::Corrupt(_) => true,
            StoreError::Database(error) => !error.as_database_error().is_some_and(breaks_rule),
            _ => false,
        }
    }
}

/// How long a failed statement is reported even if other writes succeed: a privilege revoked for
/// one table only affects writes to that table.
const SHOWN: Duration = Duration::from_secs(30);

/// The current write errors.
#[derive(Clone, Default)]
pub(crate) struct Troubles(Arc<Mutex<Met>>);

#[derive(Default)]
struct Met {
    in_transaction: Option<StoreError>,
    in_statement: Option<(StoreError, Instant)>,
}

impl Troubles {
    /// Records that a transaction could not be started or committed. The next successful one clears
    /// this.
    pub(crate) fn in_transaction(&self, error: StoreError) {
        self.met().in_transaction = Some(error);
    }

    /// Records that a statement failed. A successful transaction clears this if the failure is
    /// older than `SHOWN`.
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

/// Returns whether a statement was refused because of its values.
fn breaks_rule(error: &(dyn sqlx::error::DatabaseError + 'static)) -> bool {
    let code = error.code().unwrap_or_default();
    match error.try_downcast_ref::<sqlx::postgres::PgDatabaseError>() {
        // Constraints, data types, and the triggers that protect the log.
        Some(_) => matches!(code.get(..2), Some("22" | "23" | "44" | "P0")),
        // Constraints and triggers, too large, wrong type, out of range.
        None => matches!(code.parse::<i32>().map(|code| code & 0xff), Ok(18 | 19 | 20 | 25)),
    }
}

fn by_engine(error: &(dyn sqlx::error::DatabaseError + 'static)) -> Option<StoreError> {
    match error.try_downcast_ref::<sqlx::postgres::PgDatabaseError>() {
        Some(error) => by_state(error.code(), error.message()),
        None => by_code(error),
    }
}

/// PostgreSQL's error codes, https://www.postgresql.org/docs/15/errcodes-appendix.html; the first
/// two characters are the class.
fn by_state(state: &str, text: &str) -> Option<StoreError> {
    let text = || format!("{text} ({state})");
    match (state, state.get(..2)?) {
        // Unique violation, serialisation failure, deadlock.
        ("23505" | "40001" | "40P01", _) => Some(StoreError::Conflict),
        ("53100", _) => Some(StoreError::Full),
        ("XX001" | "XX002", _) => Some(StoreError::Corrupt(text())),
        // No connection, insufficient resources, admin intervention or statement timeout, read-only
        // standby, lock not available, system error. Also revoked privileges, and cached plans that
        // a changed table invalidated.
        ("25006" | "25P03" | "55P03" | "42501" | "0A000", _) | (_, "08" | "53" | "57" | "58") => {
            Some(StoreError::Unavailable(text()))
        }
        _ => None,
    }
}

/// SQLite's result codes, https://www.sqlite.org/rescode.html; the low byte is the primary code.
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
        // cannot open, locking protocol, schema changed.
        3..=10 | 14 | 15 | 17 => Some(StoreError::Unavailable(text)),
        _ => None,
    }
}
