//! Backups on a schedule: made when one is due, checked, and old ones removed.

use std::path::PathBuf;

use chrono::{DateTime, Utc};

use super::Service;
use super::error::ServiceError;
use ravenpost_store::lists::settings;
use ravenpost_store::sqlite::copies::Copies;
use ravenpost_store::writes;

/// When the latest sound backup was made.
const LATEST: &str = "latest_backup";

/// What a look after the backups did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BackupReport {
    pub made: Option<PathBuf>,
    /// What does not hold in it: then no older one is removed, which may have it sound.
    pub broken: Vec<String>,
    pub removed: Vec<PathBuf>,
}

impl Service {
    /// Makes a backup if one is due. Room is made only once there is a newer one that is sound.
    pub async fn back_up(
        &self,
        now: DateTime<Utc>,
        copies: &Copies,
    ) -> Result<BackupReport, ServiceError> {
        if !copies.is_due(now)? {
            return Ok(BackupReport::default());
        }
        let made = copies.make(self.store(), now).await?;
        let moment = now.to_rfc3339();
        self.store().write(writes!(|tx| settings::set(tx, LATEST, &moment).await)).await?;
        let removed = if made.broken.is_empty() { copies.sweep(now)? } else { Vec::new() };
        Ok(BackupReport { made: Some(made.file), broken: made.broken, removed })
    }

    /// When the latest backup was made that is known of.
    pub async fn backed_up(&self) -> Result<Option<DateTime<Utc>>, ServiceError> {
        let written = settings::get(self.store().read(), LATEST).await?;
        Ok(written.and_then(|moment| moment.parse().ok()))
    }
}
