//! Where a statement meets the driver. Nobody outside the store can make a [`Statement`], nor get
//! at the connection in a [`Tx`] or in [`Readers`]: whoever has one can ask the store's questions
//! and no others.

pub(crate) mod bind;
pub(crate) mod column;
pub(crate) mod on_postgres;
pub(crate) mod passed_over;
pub(crate) mod reach;
pub(crate) mod schema;
pub(crate) mod table;
mod value;

use std::ops::{Deref, DerefMut};

use futures_util::future::BoxFuture;
use sqlx::pool::PoolConnection;
use sqlx::{Postgres, SqliteConnection, SqlitePool};

use self::bind::{Bind, Bound, of_postgres, of_sqlite};
use crate::error::StoreError;
use crate::sql::column::{FromRow, Row};
use crate::sql::passed_over::all_readable;
use crate::sql::reach::Reach;

/// The transaction that a job given to [`crate::Store::write`] works in.
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

/// A connection to the file, and the last statement's failure for which the disk or the file is to
/// blame, until somebody asks for it.
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
            if error.is_trouble() {
                self.failed.get_or_insert_with(|| error.clone());
            }
        })
    }
}

/// A connection to PostgreSQL in a transaction. There the first statement that fails is the end of
/// the whole transaction, and a commit of it undoes it without a word: so the failure is kept.
pub(crate) struct Transaction {
    pub(crate) conn: PoolConnection<Postgres>,
    pub(crate) failed: Option<StoreError>,
}

impl Tx {
    /// The failure that a statement met since this was asked last, if the database was to blame.
    pub(crate) fn trouble(&mut self) -> Option<StoreError> {
        match &mut self.0 {
            Conn::Sqlite(file) => file.failed.take(),
            Conn::Postgres(session) => {
                session.failed.as_ref().filter(|error| error.is_trouble()).cloned()
            }
        }
    }

    /// The connection to the file, for what only SQLite understands.
    pub(crate) fn file(&mut self) -> Result<&mut SqliteConnection, StoreError> {
        match &mut self.0 {
            Conn::Sqlite(conn) => Ok(conn),
            Conn::Postgres(_) => Err(not_a_file()),
        }
    }
}

/// The connections that can only read.
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
    /// Whether this is a file, which one program alone writes to.
    pub(crate) fn is_file(&self) -> bool {
        matches!(self.0, Pool::Sqlite(_))
    }
}

/// What can be done with a file cannot be done with a database elsewhere.
pub(crate) fn not_a_file() -> StoreError {
    StoreError::Unavailable("that is for a database in a file, and this one is PostgreSQL".into())
}

/// Whatever a question can be put to: [`Readers`], or a [`Tx`], which sees its own writing.
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
    /// The same for one question, when there is another to come.
    pub(crate) fn again(&mut self) -> Reader<'_> {
        Reader(match &mut self.0 {
            Source::Any(pool) => Source::Any(pool),
            Source::Own(conn) => Source::Own(conn),
        })
    }
}

/// What a job of [`crate::Store::write`] gives back: its work, still to be done.
pub type Writing<'c, T, E> = BoxFuture<'c, Result<T, E>>;

/// A job for [`crate::Store::write`], which takes with it what it names:
/// `store.write(writes!(|tx| settings::set(tx, "key", &value).await))`.
#[macro_export]
macro_rules! writes {
    (|$tx:ident| $work:expr) => {
        move |$tx: &mut $crate::Tx| ::std::boxed::Box::pin(async move { $work })
    };
}

/// A statement's text: one for both engines, or one for each where they do not agree.
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

/// A statement with what was bound to it so far.
pub(crate) struct Statement {
    text: Text,
    values: Vec<Bound>,
}

/// A statement to be bound and put. Its text is never made at run time.
pub(crate) fn sql(text: impl Into<Text>) -> Statement {
    Statement { text: text.into(), values: Vec::new() }
}

/// Puts a statement to whichever engine a source is of.
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
    /// The same, and kept when it is the failure that has ended the transaction.
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

    /// Runs it, and tells how many rows it changed.
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

    /// All rows, as they are.
    pub(crate) async fn rows(self, reader: impl Into<Reader<'_>>) -> Result<Vec<Row>, StoreError> {
        Ok(put!(self, reader, fetch_all, rows => |kind| rows.into_iter().map(kind).collect()))
    }

    /// The first row, if there is one.
    pub(crate) async fn row_if(
        self,
        reader: impl Into<Reader<'_>>,
    ) -> Result<Option<Row>, StoreError> {
        Ok(put!(self, reader, fetch_optional, row => |kind| row.map(kind)))
    }

    /// The first row; `NotFound` when there is none.
    pub(crate) async fn row(self, reader: impl Into<Reader<'_>>) -> Result<Row, StoreError> {
        self.row_if(reader).await?.ok_or(StoreError::NotFound)
    }

    /// All rows, as what they stand for.
    pub(crate) async fn all<T: FromRow>(
        self,
        reader: impl Into<Reader<'_>>,
    ) -> Result<Vec<T>, StoreError> {
        self.rows(reader).await?.iter().map(T::from_row).collect()
    }

    /// The rows that can be read, as what they stand for: for lists that must not end with one bad
    /// row.
    pub(crate) async fn readable<T: FromRow>(
        self,
        reader: impl Into<Reader<'_>>,
    ) -> Result<Vec<T>, StoreError> {
        all_readable(&self.rows(reader).await?, T::from_row)
    }

    /// What the first row stands for, if there is one.
    pub(crate) async fn one_if<T: FromRow>(
        self,
        reader: impl Into<Reader<'_>>,
    ) -> Result<Option<T>, StoreError> {
        self.row_if(reader).await?.as_ref().map(T::from_row).transpose()
    }

    /// What the first row stands for; `NotFound` when there is none.
    pub(crate) async fn one<T: FromRow>(
        self,
        reader: impl Into<Reader<'_>>,
    ) -> Result<T, StoreError> {
        T::from_row(&self.row(reader).await?)
    }
}
