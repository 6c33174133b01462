//! Letters that a node had taken up when it died. A lease is longer than any letter can take; where
//! it is known that nobody sends a letter any more, another node need not wait for its end.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::sql::column::ms;
use crate::sql::{Reader, Text, Tx, on_postgres, sql};

const NOTE: &str = "UPDATE outbox SET claimed_by = $1 WHERE id = $2 AND state = 'sending'";
/// A file has one program, which gives back at its start what it had taken up.
const ANY: Text = Text::Each {
    sqlite: "SELECT 1 FROM outbox WHERE state = 'sending' AND claimed_by IS NOT NULL \
    AND claimed_by NOT IN (SELECT name FROM node WHERE heartbeat_at > $1) LIMIT 1",
    postgres: on_postgres::ANY_OF_THE_GONE,
};
const RELEASE: Text = Text::Each {
    sqlite: "UPDATE outbox SET state = 'waiting', claimed_until = NULL, claimed_by = NULL, \
    attempts = CASE WHEN subject IS NULL THEN attempts - 1 ELSE attempts END, \
    first_attempt_at = CASE WHEN subject IS NULL AND attempts = 1 THEN NULL \
    ELSE first_attempt_at END \
    WHERE state = 'sending' AND claimed_by IS NOT NULL \
    AND claimed_by NOT IN (SELECT name FROM node WHERE heartbeat_at > $1)",
    postgres: on_postgres::RELEASE_OF_THE_GONE,
};

/// Notes which node has taken these letters up.
pub async fn taken_by(tx: &mut Tx, letters: &[i64], node: &str) -> Result<(), StoreError> {
    for letter in letters {
        sql(NOTE).bind(node).bind(*letter).run(tx).await?;
    }
    Ok(())
}

/// Whether a node has letters on their way that has no connection and was not heard of since then.
pub async fn any_of_the_gone(
    reader: impl Into<Reader<'_>>,
    heard: DateTime<Utc>,
) -> Result<bool, StoreError> {
    Ok(sql(ANY).bind(ms(heard)).row_if(reader).await?.is_some())
}

/// Gives back the letters of such nodes. Tells how many.
pub async fn release_of_the_gone(tx: &mut Tx, heard: DateTime<Utc>) -> Result<u64, StoreError> {
    sql(RELEASE).bind(ms(heard)).run(tx).await
}
