//! A few words that belong to this instance: its signing key, its name, when it last woke.

use crate::error::StoreError;
use crate::sql::{Reader, Tx, sql};

/// Where the house went, and when: a server that finds this does not start.
pub const MOVED: &str = "moved";

const GET: &str = "SELECT value FROM setting WHERE key = $1";
const SET: &str = "INSERT INTO setting (key, value) VALUES ($1, $2) \
    ON CONFLICT (key) DO UPDATE SET value = excluded.value";
const INIT: &str = "INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";

const UNSET: &str = "DELETE FROM setting WHERE key = $1 RETURNING value";

/// What is set, if anything.
pub async fn get(reader: impl Into<Reader<'_>>, key: &str) -> Result<Option<String>, StoreError> {
    let row = sql(GET).bind(key).row_if(reader).await?;
    row.map(|row| row.get(0)).transpose()
}

/// Sets a value, whatever was set before.
pub async fn set(tx: &mut Tx, key: &str, value: &str) -> Result<(), StoreError> {
    sql(SET).bind(key).bind(value).run(tx).await?;
    Ok(())
}

/// Sets a value if none is set, and gives the one that now is.
pub async fn init(tx: &mut Tx, key: &str, value: &str) -> Result<String, StoreError> {
    sql(INIT).bind(key).bind(value).run(tx).await?;
    get(tx, key).await?.ok_or(StoreError::NotFound)
}

/// Takes a value away, and tells what it was.
pub async fn unset(tx: &mut Tx, key: &str) -> Result<Option<String>, StoreError> {
    let row = sql(UNSET).bind(key).row_if(tx).await?;
    row.map(|row| row.get(0)).transpose()
}
