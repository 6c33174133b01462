//! Emails claimed by a node that died. Claims last longer than any delivery. If a node is known to
//! be gone, the others need not wait for its claims to expire.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::sql::column::ms;
use crate::sql::{Reader, Tx, sql};

const NOTE: &str = "UPDATE outbox SET claimed_by = $1 WHERE id = $2 AND state = 'sending'";
const HOLDS: &str = "SELECT 1 FROM outbox WHERE id = $1 AND state = 'sending' AND claimed_by = $2";
/// A file has only one process, which releases its claims when it starts.
const ANY: &str = "SELECT 1 FROM outbox WHERE state = 'sending' AND claimed_by IS NOT NULL \
    AND claimed_by <> $2 AND claimed_by NOT IN (SELECT name FROM node WHERE heartbeat_at > $1) \
    LIMIT 1";
/// An email that was not rendered yet was not attempted.
const RELEASE: &str = "UPDATE outbox SET state = 'waiting', claimed_until = NULL, \
    claimed_by = NULL, \
    attempts = CASE WHEN subject IS NULL THEN attempts - 1 ELSE attempts END, \
    first_attempt_at = CASE WHEN subject IS NULL AND attempts = 1 THEN NULL \
    ELSE first_attempt_at END \
    WHERE state = 'sending' AND claimed_by IS NOT NULL \
    AND claimed_by <> $2 AND claimed_by NOT IN (SELECT name FROM node WHERE heartbeat_at > $1)";

/// Records which node has claimed these emails.
pub async fn taken_by(tx: &mut Tx, emails: &[i64], node: &str) -> Result<(), StoreError> {
    for email in emails {
        sql(NOTE).bind(node).bind(*email).run(tx).await?;
    }
    Ok(())
}

/// Returns whether this node still has the claim on an email. After a long suspension, another node
/// may have taken it over.
pub async fn is_held_by(tx: &mut Tx, email: i64, node: &str) -> Result<bool, StoreError> {
    Ok(sql(HOLDS).bind(email).bind(node).row_if(tx).await?.is_some())
}

/// Returns whether another node without a recent heartbeat has claimed emails.
pub async fn any_claimed_by_dead_nodes(
    reader: impl Into<Reader<'_>>,
    heard: DateTime<Utc>,
    node: &str,
) -> Result<bool, StoreError> {
    Ok(sql(ANY).bind(ms(heard)).bind(node).row_if(reader).await?.is_some())
}

/// Releases the emails of such nodes and returns how many.
pub async fn release_claims_of_dead_nodes(
    tx: &mut Tx,
    heard: DateTime<Utc>,
    node: &str,
) -> Result<u64, StoreError> {
    sql(RELEASE).bind(ms(heard)).bind(node).run(tx).await
}
