//! Requests to sign in: a link and a code were mailed, and wait to be used once, in the browser
//! that asked, before long. Tokens, codes and browsers are known by their hashes only.

use chrono::{DateTime, Utc};
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row, SqliteConnection, SqliteExecutor};

use crate::store::column::{Columns, ms};
use crate::store::players::folded;
use crate::store::{StoreError, TokenHash};

/// After so many wrong codes a request is dead.
pub const TRIES: u32 = 5;

/// A request to sign in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignIn {
    pub token_hash: TokenHash,
    pub code_hash: TokenHash,
    /// The cookie of the browser that asked.
    pub browser_hash: TokenHash,
    /// In lower case.
    pub address: String,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

impl<'r> FromRow<'r, SqliteRow> for SignIn {
    fn from_row(row: &'r SqliteRow) -> Result<SignIn, sqlx::Error> {
        Ok(SignIn {
            token_hash: row.hash("token_hash")?,
            code_hash: row.hash("code_hash")?,
            browser_hash: row.hash("browser_hash")?,
            address: row.try_get("address")?,
            created_at: row.time("created_at")?,
            expires_at: row.time("expires_at")?,
        })
    }
}

const RETIRE: &str =
    "UPDATE sign_in SET used_at = ?1 WHERE address = ?2 AND browser_hash = ?3 AND used_at IS NULL";
const ADD: &str = "INSERT INTO sign_in \
    (token_hash, code_hash, browser_hash, address, created_at, expires_at) \
    VALUES (?, ?, ?, ?, ?, ?)";
const LOOK: &str = "SELECT * FROM sign_in \
    WHERE token_hash = ? AND used_at IS NULL AND expires_at > ? AND tries < ?";
const BY_LINK: &str = "UPDATE sign_in SET used_at = ?1 WHERE token_hash = ?2 \
    AND browser_hash = ?3 AND used_at IS NULL AND expires_at > ?1 AND tries < ?4 \
    RETURNING address";
const BY_CODE: &str = "UPDATE sign_in SET used_at = ?1 WHERE code_hash = ?2 \
    AND browser_hash = ?3 AND used_at IS NULL AND expires_at > ?1 AND tries < ?4 \
    RETURNING address";
const WRONG: &str =
    "UPDATE sign_in SET tries = tries + 1 WHERE browser_hash = ? AND used_at IS NULL";
const SWEEP: &str = "DELETE FROM sign_in WHERE expires_at <= ?";

/// Keeps a request. Earlier ones of the same browser for the same address no longer work; what
/// others ask for is no business of theirs.
pub async fn add(conn: &mut SqliteConnection, new: &SignIn) -> Result<(), StoreError> {
    let address = folded(&new.address);
    sqlx::query(RETIRE)
        .bind(ms(new.created_at))
        .bind(address.as_str())
        .bind(new.browser_hash.as_slice())
        .execute(&mut *conn)
        .await?;
    sqlx::query(ADD)
        .bind(new.token_hash.as_slice())
        .bind(new.code_hash.as_slice())
        .bind(new.browser_hash.as_slice())
        .bind(address)
        .bind(ms(new.created_at))
        .bind(ms(new.expires_at))
        .execute(conn)
        .await?;
    Ok(())
}

/// The request a link belongs to, while it can be used. Changes nothing.
pub async fn look(
    reader: impl SqliteExecutor<'_>,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Option<SignIn>, StoreError> {
    let query = sqlx::query_as(LOOK).bind(token.as_slice()).bind(ms(now)).bind(TRIES);
    Ok(query.fetch_optional(reader).await?)
}

/// Uses a link up, and gives the address it was mailed to. Nothing when it is not the newest,
/// was used, is too old, or belongs to another browser.
pub async fn use_link(
    conn: &mut SqliteConnection,
    token: &TokenHash,
    browser: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Option<String>, StoreError> {
    take(conn, BY_LINK, [token, browser], now).await
}

/// Uses a request up by its code, in the browser that asked. A wrong code counts against all
/// requests of that browser.
pub async fn use_code(
    conn: &mut SqliteConnection,
    code: &TokenHash,
    browser: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Option<String>, StoreError> {
    let found = take(conn, BY_CODE, [code, browser], now).await?;
    if found.is_none() {
        sqlx::query(WRONG).bind(browser.as_slice()).execute(conn).await?;
    }
    Ok(found)
}

async fn take(
    conn: &mut SqliteConnection,
    statement: &'static str,
    [key, browser]: [&TokenHash; 2],
    now: DateTime<Utc>,
) -> Result<Option<String>, StoreError> {
    let query = sqlx::query(statement)
        .bind(ms(now))
        .bind(key.as_slice())
        .bind(browser.as_slice())
        .bind(TRIES);
    // All rows, so that the statement is run to its end.
    let rows = query.fetch_all(conn).await?;
    Ok(rows.first().map(|row| row.try_get(0)).transpose()?)
}

/// Forgets the requests that ended before then.
pub async fn sweep(conn: &mut SqliteConnection, before: DateTime<Utc>) -> Result<u64, StoreError> {
    Ok(sqlx::query(SWEEP).bind(ms(before)).execute(conn).await?.rows_affected())
}
