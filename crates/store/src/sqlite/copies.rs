//! Automatic backups in a folder. They are named by their time, verified before they get their
//! final name, and deleted when they are old.

use std::fs;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Duration, NaiveDateTime, Utc};

use super::backup::{aside, broken, keep};
use crate::Store;
use crate::error::StoreError;
use crate::log::audit;
use ravenpost_log::Broken;

/// The name of a backup. Only files with such a name are ever deleted.
const NAME: &str = "ravenpost-%Y%m%dT%H%M%SZ.db";

/// The extension of a backup until it is verified.
const UNCHECKED: &str = "unchecked";

/// How many backups are retained regardless of age. After a long downtime or a jump of the clock,
/// the last ones must not all be deleted as old.
const LEAST: usize = 3;

/// The backup folder, the interval, and the retention time.
#[derive(Clone, Debug)]
pub struct Copies {
    pub folder: PathBuf,
    pub every: Duration,
    pub keep: Duration,
}

impl Copies {
    /// Returns the existing backups with their times, oldest first; none if there is no folder.
    pub fn all(&self) -> Result<Vec<(DateTime<Utc>, PathBuf)>, StoreError> {
        let names = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            names => names.map_err(|error| broken(&self.folder, &error))?,
        };
        let mut all = Vec::new();
        for name in names {
            let path = name.map_err(|error| broken(&self.folder, &error))?.path();
            all.extend(moment(&path).map(|moment| (moment, path)));
        }
        all.sort();
        Ok(all)
    }

    /// Returns whether a backup is due. One dated in the future was made with a wrong clock and is
    /// ignored.
    pub fn is_due(&self, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let recent = |(at, _): &(DateTime<Utc>, PathBuf)| *at <= now && now - *at < self.every;
        Ok(!self.all()?.iter().any(recent))
    }

    /// Makes a backup and verifies it: the file, the chain of every game, and references to events.
    /// If the file is damaged, the backup is deleted. A damaged game is only reported, because the
    /// backup can still restore all others.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`] if the file is damaged.
    pub async fn make(
        &self,
        store: &Store,
        now: DateTime<Utc>,
    ) -> Result<CompletedBackup, StoreError> {
        fs::create_dir_all(&self.folder).map_err(|error| broken(&self.folder, &error))?;
        let path = self.folder.join(now.format(NAME).to_string());
        let trial = path.with_extension(UNCHECKED);
        self.clear()?;
        store.backup(&trial).await?;
        // Verification takes long, so it runs on a thread where players do not wait for it.
        let runtime = tokio::runtime::Handle::current();
        let check_and_keep = move |trial: PathBuf, path: PathBuf| {
            let contents = runtime.block_on(look_over(&trial))?;
            keep(&trial, &path).map(|()| contents)
        };
        let copied = aside(&trial, &path, check_and_keep).await;
        if copied.is_err() {
            let _ = fs::remove_file(&trial);
        }
        Ok(CompletedBackup { file: path, broken: copied?.broken })
    }

    /// Deletes leftovers of interrupted backups, for example after a crash or on a full disk.
    fn clear(&self) -> Result<(), StoreError> {
        let names = fs::read_dir(&self.folder).map_err(|error| broken(&self.folder, &error))?;
        for name in names.flatten() {
            let left = name.file_name().to_string_lossy().into_owned();
            if left.starts_with("ravenpost-") && left.contains(&format!(".{UNCHECKED}")) {
                fs::remove_file(name.path()).map_err(|error| broken(&name.path(), &error))?;
            }
        }
        Ok(())
    }

    /// Deletes backups past their retention time, oldest first, and returns their paths.
    pub fn sweep(&self, now: DateTime<Utc>) -> Result<Vec<PathBuf>, StoreError> {
        let all = self.all()?;
        let spare = all.len().saturating_sub(LEAST);
        let old = all.into_iter().take(spare).filter(|(at, _)| now - *at > self.keep);
        let mut gone = Vec::new();
        for (_, path) in old {
            fs::remove_file(&path).map_err(|error| broken(&path, &error))?;
            gone.push(path);
        }
        Ok(gone)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompletedBackup {
    pub file: PathBuf,
    /// The faults found in it.
    pub broken: Vec<String>,
}

/// Returns the time in a backup's name; `None` for any other file.
fn moment(path: &Path) -> Option<DateTime<Utc>> {
    let name = path.file_name()?.to_str()?;
    NaiveDateTime::parse_from_str(name, NAME).ok().map(|moment| moment.and_utc())
}

/// The contents of a backup: the number of games without faults, the number of events, and the root
/// if there are no faults.
#[derive(Clone, Debug)]
pub struct Contents {
    pub games: usize,
    pub events: u64,
    pub root: String,
    /// The faults found in it.
    pub broken: Vec<String>,
    /// Games that a newer version has continued. They are included unchanged.
    pub newer: Vec<String>,
}

/// Verifies a database file completely.
///
/// # Errors
///
/// [`StoreError::Corrupt`] with the first fault.
pub async fn check(path: &Path) -> Result<Contents, StoreError> {
    let contents = look_over(path).await?;
    match contents.broken.first() {
        Some(broken) => Err(StoreError::Corrupt(broken.clone())),
        None => Ok(contents),
    }
}

/// Verifies a database file, but accepts faults in single games.
///
/// # Errors
///
/// [`StoreError::Corrupt`] if the file itself is damaged.
pub async fn look_over(path: &Path) -> Result<Contents, StoreError> {
    let store = Store::open_read_only(path).await?;
    let wrong = store.integrity_check().await?;
    let report = audit::whole(store.read(), |_| ()).await?;
    store.close().await;
    let (rows, file): (Vec<String>, Vec<String>) = wrong.into_iter().partition(|is| of_a_row(is));
    if let Some(wrong) = file.first() {
        return Err(StoreError::Corrupt(wrong.clone()));
    }
    let root = report.root().map(|root| root.hex()).unwrap_or_default();
    let describe = |one: &Broken| format!("game {}, event {}: {}", one.game, one.seq, one.what);
    let broken = report.broken.iter().map(describe).chain(rows).collect();
    let newer = report.newer.iter().map(|(game, newer)| format!("game {game}, {newer}")).collect();
    Ok(Contents { games: report.heads.len(), events: report.events, root, broken, newer })
}

/// Like `look_over`, on a thread where players do not wait for it.
pub async fn inspect_in_background(path: &Path) -> Result<Contents, StoreError> {
    let runtime = tokio::runtime::Handle::current();
    aside(path, path, move |path, _| runtime.block_on(look_over(&path))).await
}

/// Returns whether a message of SQLite is about a row that violates its table's constraints, rather
/// than about a damaged file.
fn of_a_row(wrong: &str) -> bool {
    wrong.starts_with("CHECK constraint failed")
        || wrong.starts_with("a row of ")
        || wrong.contains(" value in ")
}
