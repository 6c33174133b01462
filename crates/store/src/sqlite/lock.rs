//! One program at a time writes to a database: a lock on a file beside it, held for life. The
//! system gives it back when the process ends, however it ends. The file stays.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::time::Duration;

use crate::error::StoreError;

/// Whoever is just closing is waited for: so many looks, with a pause between.
const LOOKS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(100);

/// Takes the lock: `ravenpost.lock` beside `ravenpost.db`. `InUse` when somebody has it.
pub(crate) async fn take(database: &Path) -> Result<File, StoreError> {
    let path = database.with_extension("lock");
    let broken = |error: std::io::Error| {
        StoreError::Unavailable(format!("{} cannot be locked: {error}", path.display()))
    };
    let file = OpenOptions::new().create(true).append(true).open(&path).map_err(broken)?;
    for _ in 0..LOOKS {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => tokio::time::sleep(PAUSE).await,
            Err(TryLockError::Error(error)) => return Err(broken(error)),
        }
    }
    Err(StoreError::InUse(database.display().to_string()))
}
