//! Whether the file has to be rewritten to remove the remains of deleted data. The transaction that
//! deletes requests it, and it is done when the file is next opened.

use crate::error::StoreError;
use crate::lists::settings::{self, Key};
use crate::sql::{Reader, Tx};

/// Requests a rewrite, in the transaction that deletes something. PostgreSQL reclaims the space
/// itself in time, so it needs none.
pub(crate) async fn ask(tx: &mut Tx) -> Result<(), StoreError> {
    if tx.file().is_err() {
        return Ok(());
    }
    settings::set(tx, Key::VacuumPending, "true").await
}

/// Returns whether the file still contains remains of deleted data.
pub async fn is_queued(reader: impl Into<Reader<'_>>) -> Result<bool, StoreError> {
    Ok(settings::get(reader, Key::VacuumPending).await?.is_some())
}

/// Records that the rewrite was done.
pub(crate) async fn done(tx: &mut Tx) -> Result<(), StoreError> {
    settings::unset(tx, Key::VacuumPending).await.map(drop)
}
