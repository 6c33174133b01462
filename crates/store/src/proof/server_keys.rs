//! The keys of this server: the current one, and the public halves of earlier ones.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::sql::column::{FromRow, Row, bad, ms};
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::proof::note::{Key, Line, Trade};
use ravenpost_log::proof::signer::Signer;

const ALL: &str = "SELECT name, public_key, handover, created_at FROM server_key \
    ORDER BY number DESC";
const SIGNS: &str = "SELECT name, secret_key FROM server_key ORDER BY number DESC LIMIT 1";
const FORGET: &str = "UPDATE server_key SET secret_key = NULL WHERE secret_key IS NOT NULL";
const PUT: &str = "INSERT INTO server_key \
    (name, public_key, secret_key, handover, created_at) VALUES ($1, $2, $3, $4, $5)";

/// The public part of a key of this server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerKey {
    pub key: Key,
    /// The previous key's signature that this one replaces it; `None` for the first key, or if the
    /// previous one was lost.
    pub handed: Option<Line>,
    pub made_at: DateTime<Utc>,
}

impl FromRow for ServerKey {
    fn from_row(row: &Row) -> Result<ServerKey, StoreError> {
        let handed: Option<&str> = row.get("handover")?;
        let read = |line: &str| Line::parse(line).ok_or_else(|| bad("the signature is malformed"));
        let handed = handed.map(read).transpose()?;
        let key =
            Key { name: row.get("name")?, trade: Trade::Log, public: row.hash("public_key")? };
        Ok(ServerKey { key, handed, made_at: row.time("created_at")? })
    }
}

/// Returns all keys, newest first.
pub async fn all(reader: impl Into<Reader<'_>>) -> Result<Vec<ServerKey>, StoreError> {
    sql(ALL).readable(reader).await
}

/// Returns the current signer; `None` before the first start.
pub async fn signer(reader: impl Into<Reader<'_>>) -> Result<Option<Signer>, StoreError> {
    let Some(row) = sql(SIGNS).row_if(reader).await? else { return Ok(None) };
    let secret: Option<&[u8]> = row.get("secret_key")?;
    let secret: Option<[u8; 32]> = secret.and_then(|bytes| bytes.try_into().ok());
    let name: String = row.get("name")?;
    Ok(secret.map(|secret| Signer::new(&name, &secret)))
}

/// Stores a new current key and deletes the secret halves of all others.
pub async fn put(
    tx: &mut Tx,
    signer: &Signer,
    handed: Option<&Line>,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sql(FORGET).run(&mut *tx).await?;
    let (public, secret) = (signer.key().public, signer.secret());
    let put = sql(PUT).bind(signer.name()).bind(public.as_slice()).bind(secret.as_slice());
    put.bind(handed.map(ToString::to_string)).bind(ms(at)).run(tx).await?;
    Ok(())
}
