//! Scheduled backups: creates and verifies them, and removes old ones.

use std::path::PathBuf;

use chrono::{DateTime, Utc};

use crate::Service;
use crate::error::ServiceError;
use crate::node::backup_checks::{BackupCheck, name_of, store_check};
use ravenpost_store::lists::settings::{self, Key};
use ravenpost_store::sqlite::copies::Copies;
use ravenpost_store::writes;

/// The result of a backup run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BackupReport {
    pub made: Option<PathBuf>,
    /// Faults found in the new backup. If there are any, no older backup is removed.
    pub broken: Vec<String>,
    pub removed: Vec<PathBuf>,
}

impl Service {
    /// Makes a backup if one is due. Older ones are removed only after the new one has been
    /// verified.
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
        let name = name_of(&made.file).unwrap_or_default();
        let check = BackupCheck { at: now, fault: made.broken.first().cloned() };
        let known: Vec<String> =
            copies.all()?.iter().filter_map(|(_, path)| name_of(path)).collect();
        let job = self.store().write(writes!(|tx| {
            store_check(tx, name, check, &known).await?;
            settings::set(tx, Key::LatestBackup, &moment).await
        }));
        job.await?;
        let removed = if made.broken.is_empty() { copies.sweep(now)? } else { Vec::new() };
        Ok(BackupReport { made: Some(made.file), broken: made.broken, removed })
    }

    /// When the latest known backup was made.
    pub async fn backed_up(&self) -> Result<Option<DateTime<Utc>>, ServiceError> {
        let written = settings::get(self.store().read(), Key::LatestBackup).await?;
        Ok(written.and_then(|moment| moment.parse().ok()))
    }
}
