//! A few words that belong to this instance: its signing key, its name, when it last woke.

use sqlx::{Row, SqliteConnection, SqliteExecutor};

use crate::store::StoreError;

const GET: &str = "SELECT value FROM setting WHERE key = ?";
const SET: &str = "INSERT INTO setting (key, value) VALUES (?, ?) \
    ON CONFLICT (key) DO UPDATE SET value = excluded.value";
const INIT: &str = "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING";

const UNSET: &str = "DELETE FROM setting WHERE key = ? RETURNING value";

/// What is set, if anything.
pub async fn get(reader: impl SqliteExecutor<'_>, key: &str) -> Result<Option<String>, StoreError> {
    let row = sqlx::query(GET).bind(key).fetch_optional(reader).await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}

/// Sets a value, whatever was set before.
pub async fn set(conn: &mut SqliteConnection, key: &str, value: &str) -> Result<(), StoreError> {
    sqlx::query(SET).bind(key).bind(value).execute(conn).await?;
    Ok(())
}

/// Sets a value if none is set, and gives the one that now is.
pub async fn init(
    conn: &mut SqliteConnection,
    key: &str,
    value: &str,
) -> Result<String, StoreError> {
    sqlx::query(INIT).bind(key).bind(value).execute(&mut *conn).await?;
    get(conn, key).await?.ok_or(StoreError::NotFound)
}

/// Takes a value away, and tells what it was.
pub async fn unset(conn: &mut SqliteConnection, key: &str) -> Result<Option<String>, StoreError> {
    let row = sqlx::query(UNSET).bind(key).fetch_optional(conn).await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}
