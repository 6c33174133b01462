//! Reads and writes whole tables, for moving an installation between engines. These statements are
//! built from the names in the engine's catalogue. They are in lower case, to distinguish them from
//! the static statements elsewhere.

use futures_util::TryStreamExt;
use sqlx::AssertSqlSafe;

use super::bind::Bound;
use super::column::Row;
use super::{Conn, Tx};
use crate::error::StoreError;

/// The maximum number of rows in a batch, and its approximate maximum size in bytes.
const ROWS: usize = 1_000;
const BYTES: usize = 4_000_000;
/// How many values one SQLite statement takes, with a margin.
const VALUES: usize = 8_000;

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Int,
    Text,
    Bytes,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TableColumn {
    pub(crate) name: String,
    pub(crate) kind: Kind,
}

/// A table with its written columns, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) columns: Vec<TableColumn>,
}

/// The values of a row, in column order.
pub(crate) type Cells = Vec<Bound>;

impl Table {
    /// Adds a column to its table; a catalogue lists them table by table.
    pub(crate) fn gather(tables: &mut Vec<Table>, table: String, column: TableColumn) {
        match tables.last_mut().filter(|last| last.name == table) {
            Some(last) => last.columns.push(column),
            None => tables.push(Table { name: table, columns: vec![column] }),
        }
    }

    /// Returns the position of a column.
    pub(crate) fn place(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|one| one.name == column)
    }

    fn names(&self) -> String {
        let names = self.columns.iter().map(|column| format!("\"{}\"", column.name));
        names.collect::<Vec<_>>().join(", ")
    }

    fn reading(&self) -> String {
        format!("select {} from \"{}\" order by 1", self.names(), self.name)
    }

    fn cells(&self, row: &Row) -> Result<Cells, StoreError> {
        let cell = |TableColumn { name, kind }: &TableColumn| {
            Ok(match kind {
                Kind::Int => Bound::Int(row.get(name)?),
                Kind::Text => Bound::Text(row.get(name)?),
                Kind::Bytes => Bound::Bytes(row.get(name)?),
            })
        };
        let cells: Result<Cells, StoreError> = self.columns.iter().map(cell).collect();
        let describe =
            |error| StoreError::Corrupt(format!("{}, {}: {error}", self.name, row.label()));
        cells.map_err(describe)
    }

    /// Reads all rows, ordered by the first column, and passes them on in batches.
    pub(crate) async fn pour(
        &self,
        from: &mut Tx,
        mut hand_on: impl AsyncFnMut(Vec<Cells>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let text = AssertSqlSafe(self.reading());
        let mut batch = Batch::default();
        macro_rules! all {
            ($rows:expr, $wrap:expr) => {{
                let mut rows = $rows;
                while let Some(row) = rows.try_next().await? {
                    if let Some(full) = batch.take_in(self.cells(&$wrap(row))?) {
                        hand_on(full).await?;
                    }
                }
            }};
        }
        match &mut from.0 {
            Conn::Sqlite(conn) => all!(sqlx::query(text).fetch(&mut **conn), Row::Sqlite),
            Conn::Postgres(session) => {
                all!(sqlx::query(text).fetch(&mut *session.conn), Row::Postgres);
            }
        }
        hand_on(batch.rows).await
    }

    /// Returns whether the table is empty.
    pub(crate) async fn is_empty(&self, tx: &mut Tx) -> Result<bool, StoreError> {
        let text = format!("select 1 from \"{}\" limit 1", self.name);
        let row = match &mut tx.0 {
            Conn::Sqlite(conn) => {
                sqlx::query(AssertSqlSafe(text)).fetch_optional(&mut **conn).await?.map(Row::Sqlite)
            }
            Conn::Postgres(session) => sqlx::query(AssertSqlSafe(text))
                .fetch_optional(&mut *session.conn)
                .await?
                .map(Row::Postgres),
        };
        Ok(row.is_none())
    }

    /// Inserts rows.
    pub(crate) async fn put(&self, to: &mut Tx, rows: &[Cells]) -> Result<(), StoreError> {
        let done = match &mut to.0 {
            Conn::Sqlite(conn) => {
                let mut done = Ok(());
                for part in rows.chunks((VALUES / self.columns.len().max(1)).max(1)) {
                    done = self.put_into_file(conn, part).await;
                    if done.is_err() {
                        break;
                    }
                }
                done
            }
            Conn::Postgres(_) if rows.is_empty() => Ok(()),
            Conn::Postgres(session) => self.put_into_server(&mut session.conn, rows).await,
        };
        done.map_err(|error| match StoreError::from(error) {
            StoreError::Database(error) => {
                StoreError::Unavailable(format!("the table {}: {error}", self.name))
            }
            other => other,
        })
    }

    async fn put_into_file(
        &self,
        conn: &mut sqlx::SqliteConnection,
        rows: &[Cells],
    ) -> Result<(), sqlx::Error> {
        let one = format!("({})", vec!["?"; self.columns.len()].join(", "));
        let all = vec![one; rows.len()].join(", ");
        let text = format!("insert into \"{}\" ({}) values {all}", self.name, self.names());
        let query =
            rows.iter().flatten().fold(
                sqlx::query(AssertSqlSafe(text)),
                |query, cell| match cell {
                    Bound::Int(value) => query.bind(*value),
                    Bound::Text(value) => query.bind(value.clone()),
                    Bound::Bytes(value) => query.bind(value.clone()),
                },
            );
        query.execute(conn).await.map(|_| ())
    }

    /// Inserts column by column, each as one array.
    async fn put_into_server(
        &self,
        conn: &mut sqlx::PgConnection,
        rows: &[Cells],
    ) -> Result<(), sqlx::Error> {
        let list = |(at, column): (usize, &TableColumn)| match column.kind {
            Kind::Int => format!("${}::bigint[]", at + 1),
            Kind::Text => format!("${}::text[]", at + 1),
            Kind::Bytes => format!("${}::bytea[]", at + 1),
        };
        let lists = self.columns.iter().enumerate().map(list).collect::<Vec<_>>().join(", ");
        let (name, names) = (&self.name, self.names());
        let text = format!("insert into \"{name}\" ({names}) select * from unnest({lists})");
        let mut query = sqlx::query(AssertSqlSafe(text));
        for (at, column) in self.columns.iter().enumerate() {
            let cells = rows.iter().map(|row| &row[at]);
            query = match column.kind {
                Kind::Int => query.bind(cells.map(Bound::int).collect::<Vec<_>>()),
                Kind::Text => query.bind(cells.map(Bound::text).collect::<Vec<_>>()),
                Kind::Bytes => query.bind(cells.map(Bound::bytes).collect::<Vec<_>>()),
            };
        }
        query.execute(conn).await.map(|_| ())
    }
}

/// A batch of rows.
#[derive(Default)]
struct Batch {
    rows: Vec<Cells>,
    bytes: usize,
}

impl Batch {
    /// Adds a row, and returns all rows when the batch is full.
    fn take_in(&mut self, row: Cells) -> Option<Vec<Cells>> {
        self.bytes += row.iter().map(Bound::size).sum::<usize>();
        self.rows.push(row);
        let full = self.rows.len() >= ROWS || self.bytes >= BYTES;
        full.then(|| std::mem::take(self).rows)
    }
}
