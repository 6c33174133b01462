//! Cosignatures of witnesses to our checkpoints, and checkpoints of other logs that we saw as a
//! witness.

use chrono::{DateTime, NaiveDate, Utc};

use crate::error::StoreError;
use crate::sql::column::{FromRow, Row, int, ms};
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::proof::checkpoint::Checkpoint;
use ravenpost_log::proof::note::Key;

const ADD: &str = "INSERT INTO cosignature (day, witness, signature_line, received_at) \
    VALUES ($1, $2, $3, $4) ON CONFLICT (day, witness) DO UPDATE \
    SET signature_line = excluded.signature_line, received_at = excluded.received_at";
const OF_DAY: &str = "SELECT signature_line FROM cosignature WHERE day = $1 ORDER BY witness";
const ALL: &str = "SELECT signature_line FROM cosignature ORDER BY day, witness";
const SEEN: &str = "SELECT tree_size, root_hash, log_key, checkpoint FROM witnessed_checkpoint \
    WHERE origin = $1 AND refusal IS NULL ORDER BY tree_size DESC, id DESC LIMIT 1";
const REFUSED: &str = "SELECT refusal, checkpoint FROM witnessed_checkpoint \
    WHERE origin = $1 AND refusal IS NOT NULL ORDER BY id";
const SHOWN: &str = "INSERT INTO witnessed_checkpoint \
    (origin, tree_size, root_hash, log_key, checkpoint, refusal, seen_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7)";

/// Stores a witness's signature line for the checkpoint of that day, replacing an earlier one.
pub async fn add(
    tx: &mut Tx,
    day: NaiveDate,
    witness: &Key,
    line: &str,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    let add = sql(ADD).bind(day.to_string()).bind(witness.to_string());
    add.bind(line).bind(ms(at)).run(tx).await?;
    Ok(())
}

/// Returns the signature lines of all witnesses for the checkpoint of a day.
pub async fn of_day(
    reader: impl Into<Reader<'_>>,
    day: NaiveDate,
) -> Result<Vec<String>, StoreError> {
    let rows = sql(OF_DAY).bind(day.to_string()).rows(reader).await?;
    rows.iter().map(|row| row.get("signature_line")).collect()
}

/// Returns the signature lines of all witnesses for all checkpoints.
pub async fn all(reader: impl Into<Reader<'_>>) -> Result<Vec<String>, StoreError> {
    sql(ALL).rows(reader).await?.iter().map(|row| row.get("signature_line")).collect()
}

/// The last checkpoint of another log that was cosigned here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    pub size: u64,
    pub root: [u8; 32],
    /// The key of the log.
    pub key: String,
    pub note: String,
}

impl FromRow for Seen {
    fn from_row(row: &Row) -> Result<Seen, StoreError> {
        Ok(Seen {
            size: row.count("tree_size")?,
            root: row.hash("root_hash")?,
            key: row.get("log_key")?,
            note: row.get("checkpoint")?,
        })
    }
}

/// Returns the last checkpoint of that log that was cosigned here.
pub async fn seen(reader: impl Into<Reader<'_>>, origin: &str) -> Result<Option<Seen>, StoreError> {
    sql(SEEN).bind(origin).one_if(reader).await
}

/// A checkpoint of another log that was not cosigned, with the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    pub why: String,
    pub note: String,
}

impl FromRow for Refused {
    fn from_row(row: &Row) -> Result<Refused, StoreError> {
        Ok(Refused { why: row.get("refusal")?, note: row.get("checkpoint")? })
    }
}

/// Returns the checkpoints of that log that were not cosigned, oldest first.
pub async fn refused(
    reader: impl Into<Reader<'_>>,
    origin: &str,
) -> Result<Vec<Refused>, StoreError> {
    sql(REFUSED).bind(origin).readable(reader).await
}

/// Stores a checkpoint of another log, cosigned or refused.
pub async fn shown(
    tx: &mut Tx,
    shown: &Checkpoint,
    key: &str,
    note: &str,
    refused: Option<&str>,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    let Checkpoint { origin, size, root } = shown;
    let put = sql(SHOWN).bind(origin.as_str()).bind(int(*size)).bind(root.as_slice()).bind(key);
    put.bind(note).bind(refused).bind(ms(at)).run(tx).await?;
    Ok(())
}
