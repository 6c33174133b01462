//! Which schema a database has, and how it is brought up to date. Nodes that start together wait
//! for each other; whoever comes second finds it done.

use sqlx::PgPool;
use sqlx::migrate::Migrator;

use crate::error::StoreError;
use crate::sql::{Pool, Reader, Readers, sql};
use crate::sqlite::schema::not_brought_up;

/// The schema's steps, built into the program.
static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations/postgres");

const APPLIED: &str = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success";
const HAS_SCHEMA: &str = "SELECT count(*) FROM pg_class WHERE relname = '_sqlx_migrations' \
    AND relnamespace = CAST(current_schema() AS regnamespace)";
// In one statement: a node that starts at the same time makes the table of steps before any other.
const OTHERS: &str = "SELECT count(*) FROM pg_class WHERE relnamespace = CAST(current_schema() AS regnamespace) \
    AND NOT EXISTS (SELECT 1 FROM pg_class WHERE relname = '_sqlx_migrations' \
    AND relnamespace = CAST(current_schema() AS regnamespace))";

/// The newest schema this program knows.
pub(crate) fn newest() -> i64 {
    MIGRATIONS.iter().map(|step| step.version).max().unwrap_or(0)
}

/// The schema of the database. Zero for an empty one.
pub(crate) async fn of(reader: impl Into<Reader<'_>>) -> Result<i64, StoreError> {
    let mut reader = reader.into();
    let has: i64 = sql(HAS_SCHEMA).row(reader.again()).await?.get(0)?;
    if has == 0 {
        return Ok(0);
    }
    let found = sql(APPLIED).row(reader).await?.get(0)?;
    if found > newest() {
        return Err(StoreError::Newer { found, known: newest() });
    }
    Ok(found)
}

/// Brings the schema up to date; a database with tables of somebody else is left alone.
pub(super) async fn migrate(writers: &PgPool) -> Result<(), StoreError> {
    let readers = Readers(Pool::Postgres(writers.clone()));
    if of(&readers).await? == newest() {
        return Ok(());
    }
    let others: i64 = sql(OTHERS).row(&readers).await?.get(0)?;
    if others > 0 {
        let why = "there is something in the database that is none of ours: use an empty one";
        return Err(StoreError::Unavailable(why.to_owned()));
    }
    let mut conn = writers.acquire().await?;
    MIGRATIONS.run(&mut *conn).await.map_err(not_brought_up)
}

/// The schema of a database that is only looked at.
pub(crate) async fn look(readers: &Readers) -> Result<i64, StoreError> {
    match of(readers).await? {
        0 => Err(StoreError::Corrupt("it is no database of ours".to_owned())),
        found => Ok(found),
    }
}
