//! Lists the scheduled backups, and verifies one of them again.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, Utc};

use super::record::{Changer, record};
use crate::Service;
use crate::error::ServiceError;
use crate::handles::Administration;
use crate::node::backup_checks::{BackupCheck, checks, name_of, store_check};
use ravenpost_store::lists::settings::{self, Key};
use ravenpost_store::people::admin_log::AdminAction;
use ravenpost_store::sqlite::copies;
use ravenpost_store::writes;

/// A scheduled backup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BackupFile {
    /// The name of its file.
    pub name: String,
    pub at: DateTime<Utc>,
    pub size: u64,
    /// The last verification, if it is known.
    pub check: Option<BackupCheck>,
}

/// The scheduled backups of this server.
#[derive(Clone, Debug)]
pub struct Backups {
    pub folder: PathBuf,
    /// Newest first.
    pub files: Vec<BackupFile>,
    /// The backup that is being verified.
    pub checking: Option<String>,
}

/// The name of the backup that is being verified.
#[derive(Default)]
pub(crate) struct Checking(Mutex<Option<String>>);

impl Checking {
    fn name(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Begins a verification, unless another one is running.
    fn begins(&self, name: &str) -> bool {
        let mut checking = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let free = checking.is_none();
        if free {
            *checking = Some(name.to_owned());
        }
        free
    }

    fn ends(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// A verification in progress. It also ends if its task is cancelled or panics.
struct Job(Service);

impl Drop for Job {
    fn drop(&mut self) {
        self.0.inner().checking.ends();
    }
}

impl Administration<'_> {
    /// Returns the scheduled backups; `None` if this server makes none.
    pub async fn backups(self) -> Result<Option<Backups>, ServiceError> {
        let Some(copies) = &self.settings().backups else { return Ok(None) };
        // Before the results, so that none is missing without a verification in progress.
        let checking = self.inner().checking.name();
        let checks = checks(settings::get(self.store().read(), Key::BackupChecks).await?);
        let mut files = Vec::new();
        for (at, path) in copies.all()? {
            let Some(name) = name_of(&path) else { continue };
            // It may just have been deleted as old.
            let Ok(file) = fs::metadata(&path) else { continue };
            files.push(BackupFile {
                check: checks.get(&name).cloned(),
                name,
                at,
                size: file.len(),
            });
        }
        files.reverse();
        Ok(Some(Backups { folder: copies.folder.clone(), files, checking }))
    }

    /// Begins to verify a backup in the background.
    ///
    /// # Errors
    ///
    /// Refuses a second verification at the same time.
    pub async fn verify_backup(
        self,
        now: DateTime<Utc>,
        by: Changer,
        name: &str,
    ) -> Result<(), ServiceError> {
        let copies = self.settings().backups.as_ref().ok_or(ServiceError::NotFound("backup"))?;
        let mut files = copies.all()?.into_iter().map(|(_, path)| path);
        let file = files.find(|path| name_of(path).as_deref() == Some(name));
        let file = file.ok_or(ServiceError::NotFound("backup"))?;
        let (name, action) = (name.to_owned(), AdminAction::BackupChecked);
        let what = name.clone();
        let job = self.store().try_write(writes!(|tx| record(tx, now, by, action, what).await));
        let recorded: Result<(), ServiceError> = job.await;
        recorded?;
        if !self.inner().checking.begins(&name) {
            return Err(ServiceError::refused("a backup is already being verified; wait for it"));
        }
        let job = Job(self.0.clone());
        tokio::spawn(async move {
            let fault = match copies::inspect_in_background(&file).await {
                Ok(contents) => contents.broken.into_iter().next(),
                Err(error) => Some(error.to_string()),
            };
            if let Some(fault) = &fault {
                tracing::error!(fault, file = %file.display(), "backup is damaged");
            }
            let stored = job.0.administration().backup_checked(now, &name, fault).await;
            if let Err(error) = stored {
                tracing::warn!(%error, "failed to store the result of a verification");
            }
        });
        Ok(())
    }

    async fn backup_checked(
        self,
        now: DateTime<Utc>,
        name: &str,
        fault: Option<String>,
    ) -> Result<(), ServiceError> {
        let (name, known) = (name.to_owned(), self.backup_names()?);
        let check = BackupCheck { at: now, fault };
        let job = self.store().write(writes!(|tx| store_check(tx, name, check, &known).await));
        Ok(job.await?)
    }

    fn backup_names(self) -> Result<Vec<String>, ServiceError> {
        let Some(copies) = &self.settings().backups else { return Ok(Vec::new()) };
        Ok(copies.all()?.iter().filter_map(|(_, path)| name_of(path)).collect())
    }
}
