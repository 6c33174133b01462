//! High-water marks: the position and hash of the last event, recorded outside the database. They
//! reveal that an older copy was put in its place, unless they were restored with it.
//!
//! Each is a file of one line, written at most once a second and not flushed: after a loss of power
//! it may be missing, or older.

use std::fs;
use std::path::{Path, PathBuf};

use super::copies::Copies;
use super::owner;
use crate::Store;
use crate::error::StoreError;
use crate::sql::column::{Row, int};
use crate::sql::sql;
use ravenpost_log::Hash;

const LAST: &str = "SELECT position, hash FROM event ORDER BY position DESC LIMIT 1";
const AT: &str = "SELECT hash FROM event WHERE position = $1";

/// The beginning of a line.
const CAME_TO: &str = "ravenpost high-water-mark 1";
const RESTORED: &str = "ravenpost restored 1";

/// The last event of a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HighWaterMark {
    pub position: u64,
    pub hash: Hash,
}

/// The contents of a high-water mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MarkFound {
    CameTo(HighWaterMark),
    /// A backup was restored.
    Restored,
}

/// The locations of a server's high-water marks.
#[derive(Clone, Debug)]
pub struct Marks {
    database: PathBuf,
    /// Backups serve as high-water marks too.
    copies: Option<Copies>,
}

impl Marks {
    /// Returns the high-water marks of a database and of its backup folder.
    pub fn of(database: &Path, copies: Option<Copies>) -> Marks {
        Marks { database: database.to_owned(), copies }
    }

    /// Reads all high-water marks, skipping unreadable ones.
    pub async fn said(&self) -> Vec<MarkFound> {
        let mut said: Vec<MarkFound> = self.files().iter().filter_map(|file| read(file)).collect();
        let newest = self.copies.as_ref().and_then(|copies| copies.all().ok()?.pop());
        if let Some((_, copy)) = newest {
            match end_of(&copy).await {
                Ok(mark) => said.extend(mark.map(MarkFound::CameTo)),
                Err(error) => {
                    tracing::warn!(copy = %copy.display(), %error, "failed to read backup")
                }
            }
        }
        said
    }

    /// Records the last event. Failures are only logged.
    pub fn write(&self, mark: &HighWaterMark) {
        let line = format!("{CAME_TO} {} {}", mark.position, mark.hash.hex());
        for file in self.files() {
            if let Err(error) = write(&file, &line) {
                tracing::warn!(file = %file.display(), %error, "failed to write high-water mark");
            }
        }
    }

    /// Records that a backup is being restored.
    pub fn restored(&self) -> std::io::Result<()> {
        write(&mark_path(&self.database), RESTORED)
    }

    fn files(&self) -> Vec<PathBuf> {
        let folder = self.copies.as_ref().map(|copies| copies.folder.as_path());
        let folder = folder.filter(|folder| folder.is_dir());
        let far = folder.map(|folder| folder.join("ravenpost.high-water-mark"));
        [mark_path(&self.database)].into_iter().chain(far).collect()
    }
}

impl Store {
    /// Returns the last event of the log; `None` if it is empty.
    pub async fn mark(&self) -> Result<Option<HighWaterMark>, StoreError> {
        let row = sql(LAST).row_if(self.read()).await?;
        let mark = |row: Row| {
            Ok(HighWaterMark { position: row.count("position")?, hash: Hash(row.hash("hash")?) })
        };
        row.map(mark).transpose()
    }

    /// Returns whether the log contains that event.
    pub async fn went_through(&self, mark: &HighWaterMark) -> Result<bool, StoreError> {
        let row = sql(AT).bind(int(mark.position)).row_if(self.read()).await?;
        Ok(row.map(|row| row.hash("hash")).transpose()? == Some(mark.hash.0))
    }
}

async fn end_of(copy: &Path) -> Result<Option<HighWaterMark>, StoreError> {
    let store = Store::open_read_only(copy).await?;
    let mark = store.mark().await;
    store.close().await;
    mark
}

fn mark_path(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".high-water-mark");
    PathBuf::from(name)
}

/// Replaces the file atomically, readable only by its owner.
fn write(file: &Path, line: &str) -> std::io::Result<()> {
    let partial = file.with_extension("high-water-mark.partial");
    fs::write(&partial, format!("{line}\n"))?;
    fs::set_permissions(&partial, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    owner::give(&partial);
    fs::rename(&partial, file)
}

fn read(file: &Path) -> Option<MarkFound> {
    let text = fs::read_to_string(file).ok()?;
    let said = parsed(&text);
    if said.is_none() {
        tracing::warn!(file = %file.display(), "invalid high-water mark");
    }
    said
}

fn parsed(text: &str) -> Option<MarkFound> {
    let line = text.strip_suffix('\n')?;
    if line == RESTORED {
        return Some(MarkFound::Restored);
    }
    let (position, hash) = line.strip_prefix(CAME_TO)?.strip_prefix(' ')?.split_once(' ')?;
    let hash = data_encoding::HEXLOWER.decode(hash.as_bytes()).ok()?.try_into().ok()?;
    Some(MarkFound::CameTo(HighWaterMark { position: position.parse().ok()?, hash: Hash(hash) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn torn_mark_is_ignored() {
        let hash = "ab".repeat(32);
        let whole = format!("{CAME_TO} 417 {hash}\n");
        let mark = HighWaterMark { position: 417, hash: Hash([0xab; 32]) };
        assert_eq!(parsed(&whole), Some(MarkFound::CameTo(mark)));
        assert_eq!(parsed(&format!("{RESTORED}\n")), Some(MarkFound::Restored));
        for end in 0..whole.len() {
            assert_eq!(parsed(&whole[..end]), None, "cut off at {end}");
        }
    }
}
