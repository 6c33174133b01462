//! Emails whose news another email contains, such as a digest. They share its outcome: if it fails
//! or is dropped, they were not sent.

use super::OutboxEmail;
use super::others::EMAILED;
use crate::error::StoreError;
use crate::sql::{Reader, Tx, sql};

const CONTAINS: &str = "INSERT INTO carried_email (carrier, outbox) VALUES ($1, $2) \
    ON CONFLICT (carrier, outbox) DO NOTHING";
/// The payload remains until the carrier is sent.
const CARRY: &str = "UPDATE outbox SET state = 'dropped', claimed_until = NULL, last_error = $2 \
    WHERE id = $1 AND state IN ('waiting', 'sending')";
const FAIL: &str = "UPDATE outbox SET state = 'failed', last_error = $2 \
    WHERE state = 'dropped' AND last_error = $3 \
    AND id IN (SELECT outbox FROM carried_email WHERE carrier = $1)";
const RELEASE: &str = "UPDATE outbox SET state = 'waiting', last_error = NULL \
    WHERE (state = 'failed' AND subject IS NULL OR state = 'dropped' AND last_error = $2) \
    AND id IN (SELECT outbox FROM carried_email WHERE carrier = $1)";
const UNLINK: &str = "DELETE FROM carried_email WHERE carrier = $1";
const SENT: &str = "UPDATE outbox SET payload = '{}' WHERE state = 'dropped' AND last_error = $2 \
    AND id IN (SELECT outbox FROM carried_email WHERE carrier = $1)";
const OF_CARRIER: &str = "SELECT * FROM outbox \
    WHERE id IN (SELECT outbox FROM carried_email WHERE carrier = $1) ORDER BY id";

/// Records that an email contains news of another one, which is still sent separately.
pub async fn contain(tx: &mut Tx, carrier: i64, email: i64) -> Result<(), StoreError> {
    sql(CONTAINS).bind(carrier).bind(email).run(tx).await?;
    Ok(())
}

/// Records that an email contains all news of another one, which need not be sent.
pub async fn carry(tx: &mut Tx, carrier: i64, email: i64) -> Result<(), StoreError> {
    contain(tx, carrier, email).await?;
    sql(CARRY).bind(email).bind(EMAILED).run(tx).await?;
    Ok(())
}

/// Returns the emails whose news an email contains, oldest first.
pub async fn carried_by(
    reader: impl Into<Reader<'_>>,
    carrier: i64,
) -> Result<Vec<OutboxEmail>, StoreError> {
    sql(OF_CARRIER).bind(carrier).readable(reader).await
}

/// Gives up the emails that a failed one carried.
pub(super) async fn fail(tx: &mut Tx, carrier: i64, error: &str) -> Result<(), StoreError> {
    sql(FAIL).bind(carrier).bind(error).bind(EMAILED).run(tx).await?;
    Ok(())
}

/// Queues the emails again that an unsent one carried.
pub(super) async fn release(tx: &mut Tx, carrier: i64) -> Result<(), StoreError> {
    sql(RELEASE).bind(carrier).bind(EMAILED).run(tx).await?;
    Ok(())
}

/// Like `release`, for an email whose text was deleted.
pub(crate) async fn forget(tx: &mut Tx, carrier: i64) -> Result<(), StoreError> {
    release(&mut *tx, carrier).await?;
    sql(UNLINK).bind(carrier).run(tx).await?;
    Ok(())
}

/// Deletes what was only needed to send the carried emails.
pub(super) async fn sent(tx: &mut Tx, carrier: i64) -> Result<(), StoreError> {
    sql(SENT).bind(carrier).bind(EMAILED).run(tx).await?;
    Ok(())
}
