//! Where a statement meets the driver. Nobody outside the store can make a [`Statement`], nor get
//! at the connection in a [`Tx`] or in [`Readers`]: whoever has one can ask the store's questions
//! and no others.

pub(crate) mod column;
pub(crate) mod passed_over;

use futures_util::future::BoxFuture;
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Encode, Sqlite, SqliteConnection, SqlitePool, Type};

use crate::error::StoreError;
use crate::sql::column::{FromRow, Row};
use crate::sql::passed_over::all_readable;

/// The transaction that a job given to [`crate::Store::write`] works in.
pub struct Tx(pub(crate) SqliteConnection);

/// The connections that can only read.
#[derive(Clone)]
pub struct Readers(pub(crate) SqlitePool);

/// Whatever a question can be put to: [`Readers`], or a [`Tx`], which sees its own writing.
pub struct Reader<'c>(Source<'c>);

enum Source<'c> {
    Any(&'c SqlitePool),
    Own(&'c mut SqliteConnection),
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

/// A statement with what was bound to it so far.
pub(crate) struct Statement(Query<'static, Sqlite, SqliteArguments>);

/// A statement to be bound and put. Its text is never made at run time.
pub(crate) fn sql(text: &'static str) -> Statement {
    Statement(sqlx::query(text))
}

impl Statement {
    /// Binds the next of `$1`, `$2` and so on.
    pub(crate) fn bind<'v>(self, value: impl Encode<'v, Sqlite> + Type<Sqlite>) -> Statement {
        Statement(self.0.bind(value))
    }

    /// Runs it, and tells how many rows it changed.
    pub(crate) async fn run(self, tx: &mut Tx) -> Result<u64, StoreError> {
        Ok(self.0.execute(&mut tx.0).await?.rows_affected())
    }

    /// All rows, as they are.
    pub(crate) async fn rows(self, reader: impl Into<Reader<'_>>) -> Result<Vec<Row>, StoreError> {
        let rows = match reader.into().0 {
            Source::Any(pool) => self.0.fetch_all(pool).await?,
            Source::Own(conn) => self.0.fetch_all(conn).await?,
        };
        Ok(rows.into_iter().map(Row).collect())
    }

    /// The first row, if there is one.
    pub(crate) async fn row_if(
        self,
        reader: impl Into<Reader<'_>>,
    ) -> Result<Option<Row>, StoreError> {
        let row = match reader.into().0 {
            Source::Any(pool) => self.0.fetch_optional(pool).await?,
            Source::Own(conn) => self.0.fetch_optional(conn).await?,
        };
        Ok(row.map(Row))
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
