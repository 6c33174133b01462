//! Ensures that only one program writes to a database, with a lock on a file beside it that is held
//! until the process ends. The operating system releases it in any case. The file remains.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use super::owner;
use crate::error::StoreError;

/// How often the lock is tried, and the pause between attempts. Another process may be about to
/// close.
const LOOKS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(100);

/// Takes the lock: `ravenpost.lock` beside `ravenpost.db`.
///
/// # Errors
///
/// [`StoreError::InUse`] if another process has it.
pub(crate) async fn take(database: &Path) -> Result<File, StoreError> {
    let path = database.with_extension("lock");
    let broken = |error: std::io::Error| {
        let remedy = match error.kind() {
            ErrorKind::PermissionDenied => "; run this as the account that owns the data folder",
            _ => "",
        };
        StoreError::Unavailable(format!("{} cannot be locked: {error}{remedy}", path.display()))
    };
    let is_new = !path.exists();
    let file = OpenOptions::new().create(true).append(true).open(&path).map_err(broken)?;
    if is_new {
        owner::give(&path);
    }
    for _ in 0..LOOKS {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => tokio::time::sleep(PAUSE).await,
            Err(TryLockError::Error(error)) => return Err(broken(error)),
        }
    }
    Err(StoreError::InUse(database.display().to_string()))
}
