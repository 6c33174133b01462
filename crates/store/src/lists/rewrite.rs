//! Whether the file is to be written anew, so that nothing is left in it of what was deleted: asked
//! for in the transaction that deletes, done when the file is next opened.

use crate::error::StoreError;
use crate::sql::{Reader, Tx, sql};

const ASK: &str = "INSERT INTO setting (key, value) VALUES ('vacuum_pending', 'true') \
    ON CONFLICT DO NOTHING";
const ASKED: &str = "SELECT 1 FROM setting WHERE key = 'vacuum_pending'";
const DONE: &str = "DELETE FROM setting WHERE key = 'vacuum_pending'";

/// Asks for it, in the transaction that deletes something. PostgreSQL writes its tables anew by
/// itself, in its own time: nothing is owed there.
pub(crate) async fn ask(tx: &mut Tx) -> Result<(), StoreError> {
    if tx.file().is_err() {
        return Ok(());
    }
    sql(ASK).run(tx).await?;
    Ok(())
}

/// Whether the file still holds what was deleted.
pub async fn is_owed(reader: impl Into<Reader<'_>>) -> Result<bool, StoreError> {
    Ok(sql(ASKED).row_if(reader).await?.is_some())
}

/// Notes that it was done.
pub(crate) async fn done(tx: &mut Tx) -> Result<(), StoreError> {
    sql(DONE).run(tx).await?;
    Ok(())
}
