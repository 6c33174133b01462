//! Writing the file anew, so that nothing is left in it of what was deleted.

use std::path::Path;

use sqlx::Connection;

use super::gate::Gate;
use super::{lock, open};
use crate::store::StoreError;
use crate::store::sql::sql;

const ANEW: &str = "VACUUM";

/// Writes the file anew. Nobody else may have it open for writing: `InUse`.
pub async fn compact(path: &Path) -> Result<(), StoreError> {
    let lock = lock::take(path).await?;
    let gate = Gate::default();
    let mut tx = open::writer(path, gate.clone()).await?;
    gate.set(true);
    sql(ANEW).rows(&mut tx).await?;
    // The last one to close the file takes its write-ahead log away.
    tx.0.close().await?;
    drop(lock);
    Ok(())
}
