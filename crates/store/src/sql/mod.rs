//! The interface between statements and the drivers. Code outside the store can neither create a
//! [`Statement`] nor access the connection in a [`Tx`] or [`Readers`]. It can only call the store's
//! functions.

pub(crate) mod bind;
pub(crate) mod column;
pub(crate) mod on_postgres;
pub(crate) mod reachability;
pub(crate) mod schema;
pub(crate) mod table;
pub(crate) mod unreadable_rows;
mod value;

use std::ops::{Deref, DerefMut};

use futures_util::future::BoxFuture;
use sqlx::pool::PoolConnection;
use sqlx::{Postgres, SqliteConnection, SqlitePool};

use self::bind::{Bind, Bound, of_postgres, of_sqlite};
use crate::error::StoreError;
use crate::sql::column::{FromRow, Row};
use crate::sql::reachability::Reach;
use crate::sql::unreadable_rows::all_readable;

/// The transaction of a job given to [`crate::Store::write`].
pub struct Tx(pub(crate) Conn);

/// A connection to either engine.
pub(crate) enum Conn {
    Sqlite(FileConnection),
    Postgres(Transaction),
}

impl Conn {
    pub(crate) fn file(conn: SqliteConnection) -> Conn {
        Conn::Sqlite(FileConnection { conn: Box::new(conn), failed: None })
    }
}

/// A connection to the file, with the first failure caused by the disk or the file since it was
/// last queried.
pub(crate) struct FileConnection {
    pub(crate) conn: Box<SqliteConnection>,
    failed: Option<StoreError>,
}

impl Deref for FileConnection {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.conn
    }
}

impl DerefMut for FileConnection {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.conn
    }
}

impl FileConnection {
    fn noted<T>(&mut self, done: Result<T, sqlx::Error>) -> Result<T, StoreError> {
        done.map_err(StoreError::from).inspect_err(|error| {
            if error.is_server_fault() {
                self.failed.get_or_insert_with(|| error.clone());
            }
        })
    }
}

/// A connection to PostgreSQL in a transaction. Its first failed statement aborts the whole
/// transaction, and a commit then rolls it back silently, so the failure is recorded.
pub(crate) struct Transaction {
    pub(crate) conn: PoolConnection<Postgres>,
    pub(crate) failed: Option<StoreError>,
}

impl Tx {
    /// Returns the failure since the last call, if the database is at fault.
    pub(crate) fn trouble(&mut self) -> Option<StoreError> {
        match &mut self.0 {
            Conn::Sqlite(file) => file.failed.take(),
            Conn::Postgres(session) => {
                session.failed.as_ref().filter(|error| error.is_server_fault()).cloned()
            }
        }
    }

    /// Returns the connection to the file, for operations specific to SQLite.
    pub(crate) fn file(&mut self) -> Result<&mut SqliteConnection, StoreError> {
        match &mut self.0 {
            Conn::Sqlite(conn) => Ok(conn),
            Conn::Postgres(_) => Err(not_a_file()),
        }
    }
}

/// The read-only connections.
#[derive(Clone)]
pub struct Readers(pub(crate) Pool);

/// Connections to either engine.
#[derive(Clone)]
pub(crate) enum Pool {
    Sqlite(SqlitePool),
    Postgres(Reach),
}

impl Pool {
    pub(crate) async fn close(&self) {
        match self {
            Pool::Sqlite(pool) => pool.close().await,
            Pool::Postgres(reach) => reach.pool.close().await,
        }
    }
}

impl Readers {
    /// Returns whether this is a file, to which only one program writes.
    pub(crate) fn is_file(&self) -> bool {
        matches!(self.0, Pool::Sqlite(_))
    }
}

/// Returns the error for an operation that only files support.
pub(crate) fn not_a_file() -> StoreError {
    StoreError::Unavailable(
        "this works only with a database file, but this one is PostgreSQL".into(),
    )
}

/// The source of a query: [`Readers`], or a [`Tx`], which sees its own writes.
pub struct Reader<'c>(Source<'c>);

enum Source<'c> {
    Any(&'c Pool),
    Own(&'c mut Conn),
}

impl<'c> From<&'c Readers> for Reader<'c> {
    fn from(readers: &'c Readers) -> Reader<'c> {
        Reader(Source::Any(&readers.0))
    }
}

impl<'c> From<&'c mut Tx> for Reader<'c> {
    fn from(tx: &'c mut Tx) -> Reader<'c> {
        Reader(Source::Own(&mut tx.0))
    }
}

impl Reader<'_> {
    /// Reborrows the reader for one of several queries.
    pub(crate) fn again(&mut self) -> Reader<'_> {
        Reader(match &mut self.0 {
            Source::Any(pool) => Source::Any(pool),
            Source::Own(conn) => Source::Own(conn),
        })
    }
}

/// The future that a job of [`crate::Store::write`] returns.
pub type Writing<'c, T, E> = BoxFuture<'c, Result<T, E>>;

/// Builds a job for [`crate::Store::write`] that moves everything it uses:
/// `store.write(writes!(|tx| settings::set(tx, "key", &value).await))`.
#[macro_export]
macro_rules! writes {
    (|$tx:ident| $work:expr) => {
        move |$tx: &mut $crate::Tx| ::std::boxed::Box::pin(async move { $work })
    };
}

/// The text of a statement: one for both engines, or one for each if they differ.
#[derive(Clone, Copy)]
pub(crate) enum Text {
    Both(&'static str),
    Each { sqlite: &'static str, postgres: &'static str },
}

impl From<&'static str> for Text {
    fn from(text: &'static str) -> Text {
        Text::Both(text)
    }
}

impl Text {
    fn of_sqlite(self) -> &'static str {
        match self {
            Text::Both(text) | Text::Each { sqlite: text, .. } => text,
        }
    }

    fn of_postgres(self) -> &'static str {
        match self {
            Text::Both(text) | Text::Each { postgres: text, .. } => text,
        }
    }
}

/// A statement with the values bound so far.
pub(crate) struct Statement {
    text: Text,
    values: Vec<Bound>,
}

/// Starts a statement. Its text is never built at run time.
pub(crate) fn sql(text: impl Into<Text>) -> Statement {
    Statement { text: text.into(), values: Vec::new() }
}

/// Runs a statement on the engine of a source.
macro_rules! put {
    ($statement:expr, $source:expr, $fetch:ident, $rows:ident => $wrap:expr) => {{
        let Statement { text, values } = $statement;
        match $source.into().0 {
            Source::Any(Pool::Sqlite(pool)) => {
                let $rows = of_sqlite(text.of_sqlite(), values).$fetch(pool).await?;
                $wrap(Row::Sqlite)
            }
            Source::Any(Pool::Postgres(reach)) => {
                let asked = of_postgres(text.of_postgres(), values).$fetch(&reach.pool);
                let $rows = reach.unless_down(asked).await?;
                $wrap(Row::Postgres)
            }
            Source::Own(Conn::Sqlite(conn)) => {
                let done = of_sqlite(text.of_sqlite(), values).$fetch(&mut **conn).await;
                let $rows = conn.noted(done)?;
                $wrap(Row::Sqlite)
            }
            Source::Own(Conn::Postgres(session)) => {
                let done = of_postgres(text.of_postgres(), values).$fetch(&mut *session.conn).await;
                let $rows = session.noted(done)?;
                $wrap(Row::Postgres)
            }
        }
    }};
}

impl Transaction {
    /// Converts a result, and records the failure that aborts the transaction.
    fn noted<T>(&mut self, done: Result<T, sqlx::Error>) -> Result<T, StoreError> {
        done.map_err(StoreError::from).inspect_err(|error| {
            self.failed.get_or_insert_with(|| error.clone());
        })
    }
}

impl Statement {
    /// Binds the next of `$1`, `$2` and so on.
    pub(crate) fn bind(mut self, value: impl Bind) -> Statement {
        self.values.push(value.bound());
        self
    }

    /// Runs it and returns the number of changed rows.
    pub(crate) async fn run(self, tx: &mut Tx) -> Result<u64, StoreError> {
        let Statement { text, values } = self;
        match &mut tx.0 {
            Conn::Sqlite(conn) => {
                let done = of_sqlite(text.of_sqlite(), values).execute(&mut **conn).await;
                Ok(conn.noted(done)?.rows_affected())
            }
            Conn::Postgres(session) => {
                let query = of_postgres(text.of_postgres(), values);
                let done = query.execute(&mut *session.conn).await;
                Ok(session.noted(done)?.rows_affected())
            }
        }
    }

    /// Returns all rows.
    pub(crate) async fn rows(self, reader: impl Into<Reader<'_>>) -> Result<Vec<Row>, StoreError> {
        Ok(put!(self, reader, fetch_all, rows => |kind| rows.into_iter().map(kind).collect()))
    }

    /// Returns the first row, if there is one.
    pub(crate) async fn row_if(
        self,
        reader: impl Into<Reader<'_>>,
    ) -> Result<Option<Row>, StoreError> {
        Ok(put!(self, reader, fetch_optional, row => |kind| row.map(kind)))
    }

    /// Returns the first row, or [`StoreError::NotFound`].
    pub(crate) async fn row(self, reader: impl Into<Reader<'_>>) -> Result<Row, StoreError> {
        self.row_if(reader).await?.ok_or(StoreError::NotFound)
    }

    /// Returns all rows as values of `T`.
    pub(crate) async fn all<T: FromRow>(
        self,
        reader: impl Into<Reader<'_>>,
    ) -> Result<Vec<T>, StoreError> {
        self.rows(reader).await?.iter().map(T::from_row).collect()
    }

    /// Returns the readable rows as values of `T`, for lists that must not fail because of one bad
    /// row.
    pub(crate) async fn readable<T: FromRow>(
        self,
        reader: impl Into<Reader<'_>>,
    ) -> Result<Vec<T>, StoreError> {
        all_readable(&self.rows(reader).await?, T::from_row)
    }

    /// Returns the first row as a value of `T`, if there is one.
    pub(crate) async fn one_if<T: FromRow>(
        self,
        reader: impl Into<Reader<'_>>,
    ) -> Result<Option<T>, StoreError> {
        self.row_if(reader).await?.as_ref().map(T::from_row).transpose()
    }

    /// Returns the first row as a value of `T`, or [`StoreError::NotFound`].
    pub(crate) async fn one<T: FromRow>(
        self,
        reader: impl Into<Reader<'_>>,
    ) -> Result<T, StoreError> {
        T::from_row(&self.row(reader).await?)
    }
}
