//! Writing the file anew, so that nothing is left in it of what was deleted. Whoever deletes such
//! things asks for it in the same piece of writing; it is done when the file is next opened, as
//! often as it takes until nothing came between.

use super::gate::Gate;
use crate::error::StoreError;
use crate::lists::rewrite;
use crate::sql::{Tx, sql};

const ANEW: &str = "VACUUM";
/// The pages of before are in the write-ahead log as well.
const EMPTY_LOG: &str = "PRAGMA wal_checkpoint(TRUNCATE)";

/// Writes the file anew if it was asked for. Nobody else may read the file meanwhile:
/// `Unavailable`, and it stays owed.
pub(crate) async fn finish(tx: &mut Tx, gate: &Gate) -> Result<(), StoreError> {
    if !rewrite::is_owed(&mut *tx).await? {
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
    rewrite::done(tx).await
}
