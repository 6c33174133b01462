//! Forms submitted in expired sessions, stored for a short time until their player has signed in
//! again. Only the browser that submitted a form knows its token.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::TokenHash;
use crate::sql::column::ms;
use crate::sql::{Reader, Tx, sql};

const COUNT: &str = "SELECT count(*) AS n FROM saved_form";
const ADD: &str = "INSERT INTO saved_form (token_hash, created_at, content) VALUES ($1, $2, $3)";
const FIND: &str = "SELECT content FROM saved_form WHERE token_hash = $1 AND created_at > $2";
const DELETE: &str = "DELETE FROM saved_form WHERE token_hash = $1";
const SWEEP: &str = "DELETE FROM saved_form WHERE created_at <= $1";

/// Returns how many forms are stored.
pub async fn count(reader: impl Into<Reader<'_>>) -> Result<u64, StoreError> {
    sql(COUNT).row(reader).await?.count("n")
}

/// Stores a form.
pub async fn add(
    tx: &mut Tx,
    token: &TokenHash,
    content: &[u8],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sql(ADD).bind(token.as_slice()).bind(ms(now)).bind(content).run(tx).await?;
    Ok(())
}

/// Returns the form with that token, if it was stored after that time.
pub async fn find(
    reader: impl Into<Reader<'_>>,
    token: &TokenHash,
    after: DateTime<Utc>,
) -> Result<Option<Vec<u8>>, StoreError> {
    let row = sql(FIND).bind(token.as_slice()).bind(ms(after)).row_if(reader).await?;
    row.map(|row| row.get("content")).transpose()
}

/// Deletes the form with that token.
pub async fn delete(tx: &mut Tx, token: &TokenHash) -> Result<(), StoreError> {
    sql(DELETE).bind(token.as_slice()).run(tx).await?;
    Ok(())
}

/// Deletes forms stored at that time or before.
pub async fn sweep(tx: &mut Tx, until: DateTime<Utc>) -> Result<u64, StoreError> {
    sql(SWEEP).bind(ms(until)).run(tx).await
}
