//! Requests to sign in. A link and a code were sent by email; they work once, for a limited time,
//! in the browser that made the request. Tokens, codes and browsers are stored as hashes only.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::TokenHash;
use crate::people::players::folded;
use crate::sql::column::{FromRow, Row, ms};
use crate::sql::{Reader, Tx, sql};

/// The number of wrong codes after which a request becomes invalid.
pub const TRIES: u32 = 5;

/// A request to sign in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignIn {
    pub token_hash: TokenHash,
    pub code_hash: TokenHash,
    /// The hash of the cookie of the browser that made the request.
    pub browser_hash: TokenHash,
    /// The address that the email goes to, in lower case.
    pub address: String,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

impl FromRow for SignIn {
    fn from_row(row: &Row) -> Result<SignIn, StoreError> {
        Ok(SignIn {
            token_hash: row.hash("token_hash")?,
            code_hash: row.hash("code_hash")?,
            browser_hash: row.hash("browser_hash")?,
            address: row.get("address")?,
            created_at: row.time("created_at")?,
            expires_at: row.time("expires_at")?,
        })
    }
}

const RETIRE: &str =
    "UPDATE sign_in SET used_at = $1 WHERE address = $2 AND browser_hash = $3 AND used_at IS NULL";
const ADD: &str = "INSERT INTO sign_in \
    (token_hash, code_hash, browser_hash, address, created_at, expires_at) \
    VALUES ($1, $2, $3, $4, $5, $6)";
const LOOK: &str = "SELECT * FROM sign_in \
    WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2 AND failed_attempts < $3";
const BY_LINK: &str = "UPDATE sign_in SET used_at = $1 WHERE token_hash = $2 \
    AND browser_hash = $3 AND used_at IS NULL AND expires_at > $1 AND failed_attempts < $4 \
    RETURNING address";
const BY_CODE: &str = "UPDATE sign_in SET used_at = $1 WHERE code_hash = $2 \
    AND browser_hash = $3 AND used_at IS NULL AND expires_at > $1 AND failed_attempts < $4 \
    RETURNING address";
const WRONG: &str = "UPDATE sign_in SET failed_attempts = failed_attempts + 1 \
    WHERE browser_hash = $1 AND used_at IS NULL";
const SWEEP: &str = "DELETE FROM sign_in WHERE expires_at <= $1";

/// Stores a request. Earlier requests of the same browser for the same address become invalid;
/// those of other browsers do not.
pub async fn add(tx: &mut Tx, new: &SignIn) -> Result<(), StoreError> {
    let address = folded(&new.address);
    sql(RETIRE)
        .bind(ms(new.created_at))
        .bind(address.as_str())
        .bind(new.browser_hash.as_slice())
        .run(tx)
        .await?;
    sql(ADD)
        .bind(new.token_hash.as_slice())
        .bind(new.code_hash.as_slice())
        .bind(new.browser_hash.as_slice())
        .bind(address)
        .bind(ms(new.created_at))
        .bind(ms(new.expires_at))
        .run(tx)
        .await?;
    Ok(())
}

/// Returns the request of a link, if it is still valid. Changes nothing.
pub async fn look(
    reader: impl Into<Reader<'_>>,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Option<SignIn>, StoreError> {
    let query = sql(LOOK).bind(token.as_slice()).bind(ms(now)).bind(TRIES);
    query.one_if(reader).await
}

/// Uses a link and returns the address it was sent to. `None` if it was replaced, used or has
/// expired, or if it belongs to another browser.
pub async fn use_link(
    tx: &mut Tx,
    token: &TokenHash,
    browser: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Option<String>, StoreError> {
    take(tx, BY_LINK, [token, browser], now).await
}

/// Uses a request by its code, in the browser that made it. A wrong code counts against all
/// requests of that browser.
pub async fn use_code(
    tx: &mut Tx,
    code: &TokenHash,
    browser: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Option<String>, StoreError> {
    let found = take(tx, BY_CODE, [code, browser], now).await?;
    if found.is_none() {
        sql(WRONG).bind(browser.as_slice()).run(tx).await?;
    }
    Ok(found)
}

async fn take(
    tx: &mut Tx,
    statement: &'static str,
    [key, browser]: [&TokenHash; 2],
    now: DateTime<Utc>,
) -> Result<Option<String>, StoreError> {
    let query =
        sql(statement).bind(ms(now)).bind(key.as_slice()).bind(browser.as_slice()).bind(TRIES);
    // Fetches all rows, so that the statement is run to its end.
    let rows = query.rows(tx).await?;
    rows.first().map(|row| row.get("address")).transpose()
}

/// Deletes requests that expired before that time.
pub async fn sweep(tx: &mut Tx, before: DateTime<Utc>) -> Result<u64, StoreError> {
    sql(SWEEP).bind(ms(before)).run(tx).await
}
