//! The stored results of verifications of scheduled backups.

use std::collections::BTreeMap;
use std::path::Path;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use ravenpost_store::lists::settings::{self, Key};
use ravenpost_store::{StoreError, Tx};

/// The result of a verification.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BackupCheck {
    pub at: DateTime<Utc>,
    /// The first fault; `None` if there are none.
    pub fault: Option<String>,
}

/// Stores the result of a verification, and removes those of deleted backups.
pub(crate) async fn store_check(
    tx: &mut Tx,
    name: String,
    check: BackupCheck,
    known: &[String],
) -> Result<(), StoreError> {
    let mut checks = checks(settings::get(&mut *tx, Key::BackupChecks).await?);
    checks.retain(|name, _| known.contains(name));
    checks.insert(name, check);
    let written = serde_json::to_string(&checks);
    let written = written.map_err(|error| StoreError::Unavailable(error.to_string()))?;
    settings::set(tx, Key::BackupChecks, &written).await
}

/// Parses the stored results, by file name. Unreadable results are ignored.
pub(crate) fn checks(stored: Option<String>) -> BTreeMap<String, BackupCheck> {
    stored.and_then(|stored| serde_json::from_str(&stored).ok()).unwrap_or_default()
}

/// Returns the name of a file.
pub(crate) fn name_of(path: &Path) -> Option<String> {
    Some(path.file_name()?.to_str()?.to_owned())
}
