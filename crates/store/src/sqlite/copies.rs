//! A folder of copies that the server makes by itself: named by their moment, checked before they
//! get their name, removed when they are old.

use std::fs;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Duration, NaiveDateTime, Utc};

use super::backup::{aside, broken, keep};
use crate::Store;
use crate::error::StoreError;
use crate::log::audit;
use ravenpost_log::Broken;

/// What a copy is called: only files with such a name are ever removed.
const NAME: &str = "ravenpost-%Y%m%dT%H%M%SZ.db";

/// What stands at the end of its name until it is known to be sound.
const UNCHECKED: &str = "unchecked";

/// So many are kept whatever their age: after a long time off, or with a clock that jumped, the
/// last ones are not all taken for old.
const LEAST: usize = 3;

/// Where copies are kept, how often one is made, and how long each stays.
#[derive(Clone, Debug)]
pub struct Copies {
    pub folder: PathBuf,
    pub every: Duration,
    pub keep: Duration,
}

impl Copies {
    /// The copies that are there with their moments, oldest first. None when there is no folder.
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

    /// Whether a copy is to be made now. One with a moment that has not come yet tells of a clock
    /// that was wrong, and does not count.
    pub fn is_due(&self, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let recent = |(at, _): &(DateTime<Utc>, PathBuf)| *at <= now && now - *at < self.every;
        Ok(!self.all()?.iter().any(recent))
    }

    /// Makes a copy and checks it: the file, the chain of every game, and what else tells of
    /// events. Of a file that is not sound nothing is left but the reason. A game that is not is
    /// told of: all others are to be had from the copy.
    pub async fn make(&self, store: &Store, now: DateTime<Utc>) -> Result<Made, StoreError> {
        fs::create_dir_all(&self.folder).map_err(|error| broken(&self.folder, &error))?;
        let path = self.folder.join(now.format(NAME).to_string());
        let trial = path.with_extension(UNCHECKED);
        self.clear()?;
        store.backup(&trial).await?;
        // Checking is much work: those who play do not wait behind it.
        let runtime = tokio::runtime::Handle::current();
        let check_and_keep = move |trial: PathBuf, path: PathBuf| {
            let contents = runtime.block_on(look_over(&trial))?;
            keep(&trial, &path).map(|()| contents)
        };
        let kept = aside(&trial, &path, check_and_keep).await;
        if kept.is_err() {
            let _ = fs::remove_file(&trial);
        }
        Ok(Made { file: path, broken: kept?.broken })
    }

    /// Removes what a copy left that broke off: the program was killed, or the disk was full.
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

    /// Removes copies that are older than they are kept, the oldest first, and tells which.
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

/// A copy that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    pub file: PathBuf,
    /// What does not hold in it, event by event.
    pub broken: Vec<String>,
}

/// The moment in a copy's name; none of a file that is something else.
fn moment(path: &Path) -> Option<DateTime<Utc>> {
    let name = path.file_name()?.to_str()?;
    NaiveDateTime::parse_from_str(name, NAME).ok().map(|moment| moment.and_utc())
}

/// What a copy holds: its sound games, all events, and the root over them, if all are sound.
#[derive(Clone, Debug)]
pub struct Contents {
    pub games: usize,
    pub events: u64,
    pub root: String,
    /// What does not hold in it, event by event.
    pub broken: Vec<String>,
    /// Games that a newer program has gone on with. They are in it as they are.
    pub newer: Vec<String>,
}

/// Looks a database file over from end to end. `Corrupt` names the first thing that is wrong.
pub async fn check(path: &Path) -> Result<Contents, StoreError> {
    let contents = look_over(path).await?;
    match contents.broken.first() {
        Some(broken) => Err(StoreError::Corrupt(broken.clone())),
        None => Ok(contents),
    }
}

/// The same where single games may be damaged. `Corrupt` when the file itself is.
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
    let told = |one: &Broken| format!("game {}, event {}: {}", one.game, one.seq, one.what);
    let broken = report.broken.iter().map(told).chain(rows).collect();
    let newer = report.newer.iter().map(|(game, newer)| format!("game {game}, {newer}")).collect();
    Ok(Contents { games: report.heads.len(), events: report.events, root, broken, newer })
}

/// Whether what SQLite says of a file is that a row is not as its table asks, and not that the file
/// is bent.
fn of_a_row(wrong: &str) -> bool {
    wrong.starts_with("CHECK constraint failed")
        || wrong.starts_with("a row of ")
        || wrong.contains(" value in ")
}
