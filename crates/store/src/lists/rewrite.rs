//! Whether the file has to be rewritten to remove the remains of deleted data. The transaction that
//! deletes requests it, and it is done when the file is next opened.

use crate::error::StoreError;
use crate::sql::{Reader, Tx, sql};

const ASK: &str = "INSERT INTO setting (key, value) VALUES ('vacuum_pending', 'true') \
    ON CONFLICT DO NOTHING";
const ASKED: &str = "SELECT 1 FROM setting WHERE key = 'vacuum_pending'";
const DONE: &str = "DELETE FROM setting WHERE key = 'vacuum_pending'";

/// Requests a rewrite, in the transaction that deletes something. PostgreSQL reclaims the space
/// itself in time, so it needs none.
pub(crate) async fn ask(tx: &mut Tx) -> Result<(), StoreError> {
    if tx.file().is_err() {
        return Ok(());
    }
    sql(ASK).run(tx).await?;
    Ok(())
}

/// Returns whether the file still contains remains of deleted data.
pub async fn is_queued(reader: impl Into<Reader<'_>>) -> Result<bool, StoreError> {
    Ok(sql(ASKED).row_if(reader).await?.is_some())
}

/// Records that the rewrite was done.
pub(crate) async fn done(tx: &mut Tx) -> Result<(), StoreError> {
    sql(DONE).run(tx).await?;
    Ok(())
}
