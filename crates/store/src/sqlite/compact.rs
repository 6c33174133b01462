//! Rewrites the file to remove the remains of deleted data. The transaction that deletes requests
//! it. It is done when the file is next opened, and again at later starts until it succeeds.

use super::gate::Gate;
use crate::error::StoreError;
use crate::lists::rewrite;
use crate::sql::{Tx, sql};

const RENDER_AGAIN: &str = "VACUUM";
/// The write-ahead log contains the old pages too.
const EMPTY_LOG: &str = "PRAGMA wal_checkpoint(TRUNCATE)";

/// Rewrites the file if that was requested. Fails with `Unavailable` if another program reads the
/// file meanwhile; the request then remains.
pub(crate) async fn finish(tx: &mut Tx, gate: &Gate) -> Result<(), StoreError> {
    if !rewrite::is_queued(&mut *tx).await? {
        return Ok(());
    }
    gate.set(true);
    let done = render_again(tx).await;
    gate.set(false);
    done
}

async fn render_again(tx: &mut Tx) -> Result<(), StoreError> {
    sql(RENDER_AGAIN).run(tx).await?;
    let busy: i64 = sql(EMPTY_LOG).row(&mut *tx).await?.get("busy")?;
    if busy != 0 {
        return Err(StoreError::Unavailable("another process is reading the file".to_owned()));
    }
    rewrite::done(tx).await
}
