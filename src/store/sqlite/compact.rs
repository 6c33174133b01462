//! Writing the file anew, so that nothing is left in it of what was deleted. Whoever deletes such
//! things asks for it in the same piece of writing; it is done when the file is next opened, as
//! often as it takes until nothing came between.

use super::gate::Gate;
use crate::store::StoreError;
use crate::store::sql::{Reader, Tx, sql};

const ASK: &str = "INSERT INTO setting (key, value) VALUES ('write the file anew', 'yes') \
    ON CONFLICT DO NOTHING";
const ASKED: &str = "SELECT 1 FROM setting WHERE key = 'write the file anew'";
const DONE: &str = "DELETE FROM setting WHERE key = 'write the file anew'";
const ANEW: &str = "VACUUM";
/// The pages of before are in the write-ahead log as well.
const EMPTY_LOG: &str = "PRAGMA wal_checkpoint(TRUNCATE)";

/// Asks for it, in the transaction that deletes something.
pub(in crate::store) async fn ask(tx: &mut Tx) -> Result<(), StoreError> {
    sql(ASK).run(tx).await?;
    Ok(())
}

/// Whether the file still holds what was deleted.
pub async fn is_owed(reader: impl Into<Reader<'_>>) -> Result<bool, StoreError> {
    Ok(sql(ASKED).row_if(reader).await?.is_some())
}

/// Writes the file anew if it was asked for. Nobody else may read the file meanwhile:
/// `Unavailable`, and it stays owed.
pub(in crate::store) async fn finish(tx: &mut Tx, gate: &Gate) -> Result<(), StoreError> {
    if !is_owed(&mut *tx).await? {
        return Ok(());
    }
    gate.set(true);
    let done = write_anew(tx).await;
    gate.set(false);
    done
}

async fn write_anew(tx: &mut Tx) -> Result<(), StoreError> {
    sql(ANEW).run(tx).await?;
    let busy: i64 = sql(EMPTY_LOG).row(&mut *tx).await?.get(0)?;
    if busy != 0 {
        return Err(StoreError::Unavailable("somebody else reads the file".to_owned()));
    }
    sql(DONE).run(tx).await?;
    Ok(())
}
