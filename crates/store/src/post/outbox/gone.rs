//! Letters that a node had taken up when it died. A lease is longer than any letter can take; where
//! it is known that nobody sends a letter any more, another node need not wait for its end.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::sql::column::ms;
use crate::sql::{Reader, Tx, sql};

const NOTE: &str = "UPDATE outbox SET claimed_by = $1 WHERE id = $2 AND state = 'sending'";
const HOLDS: &str = "SELECT 1 FROM outbox WHERE id = $1 AND state = 'sending' AND claimed_by = $2";
/// A file has one program, which gives back at its start what it had taken up.
const ANY: &str = "SELECT 1 FROM outbox WHERE state = 'sending' AND claimed_by IS NOT NULL \
    AND claimed_by <> $2 AND claimed_by NOT IN (SELECT name FROM node WHERE heartbeat_at > $1) \
    LIMIT 1";
/// A letter whose bytes were not kept was not begun with.
const RELEASE: &str = "UPDATE outbox SET state = 'waiting', claimed_until = NULL, \
    claimed_by = NULL, \
    attempts = CASE WHEN subject IS NULL THEN attempts - 1 ELSE attempts END, \
    first_attempt_at = CASE WHEN subject IS NULL AND attempts = 1 THEN NULL \
    ELSE first_attempt_at END \
    WHERE state = 'sending' AND claimed_by IS NOT NULL \
    AND claimed_by <> $2 AND claimed_by NOT IN (SELECT name FROM node WHERE heartbeat_at > $1)";

/// Notes which node has taken these letters up.
pub async fn taken_by(tx: &mut Tx, letters: &[i64], node: &str) -> Result<(), StoreError> {
    for letter in letters {
        sql(NOTE).bind(node).bind(*letter).run(tx).await?;
    }
    Ok(())
}

/// Whether a letter is still this node's to send: one that was not heard of for a while, as when
/// its machine slept, finds it taken up by another.
pub async fn is_held_by(tx: &mut Tx, letter: i64, node: &str) -> Result<bool, StoreError> {
    Ok(sql(HOLDS).bind(letter).bind(node).row_if(tx).await?.is_some())
}

/// Whether another node than this one has letters on their way that was not heard of since then.
pub async fn any_of_the_gone(
    reader: impl Into<Reader<'_>>,
    heard: DateTime<Utc>,
    node: &str,
) -> Result<bool, StoreError> {
    Ok(sql(ANY).bind(ms(heard)).bind(node).row_if(reader).await?.is_some())
}

/// Gives back the letters of such nodes. Tells how many.
pub async fn release_of_the_gone(
    tx: &mut Tx,
    heard: DateTime<Utc>,
    node: &str,
) -> Result<u64, StoreError> {
    sql(RELEASE).bind(ms(heard)).bind(node).run(tx).await
}
