//! The public texts of seals. With a million games, a text takes 68 MB. The texts of the newest
//! days are stored as files beside the database and streamed from there.

use crate::handles::Archive;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, Duration, NaiveDate, Utc};
use tokio::sync::OwnedMutexGuard;
use tokio::time::timeout;

use crate::error::ServiceError;
use ravenpost_log::Hash;
use ravenpost_log::seal::SealLines;
use ravenpost_store::log::seals::{self, Seal};

/// Number of stored texts: those of the newest days, which verifiers fetch.
const RECENT: usize = 8;

/// The minimum time between two requests that build texts of older days.
pub const OLD_TEXT_EVERY: Duration = Duration::minutes(1);

/// How long a request waits while another text is built.
const TIMEOUT: std::time::Duration = std::time::Duration::from_secs(20);

/// The only build slot, with the last time that it built a text of an older day.
pub(crate) type BuildSlot = tokio::sync::Mutex<Option<DateTime<Utc>>>;

/// The text of a seal, ready to be read.
#[derive(Debug)]
pub struct SealText {
    pub file: File,
    pub length: u64,
    pub hash: Hash,
}

impl Archive<'_> {
    /// Returns the text of a day's seal. The seal is the hash of this text.
    ///
    /// # Errors
    ///
    /// `TooMany` while other texts are built, and for the text of an older day within
    /// [`OLD_TEXT_EVERY`] after another one.
    pub async fn seal_text(
        self,
        day: NaiveDate,
        now: DateTime<Utc>,
    ) -> Result<SealText, ServiceError> {
        let made = seals::of_day(self.store().read(), day).await?;
        let made = made.ok_or(ServiceError::NotFound("seal"))?;
        let place = self.seal_place(&made);
        if let Some(text) = opened(&place, made.hash) {
            return Ok(text);
        }
        let slot = Arc::clone(&self.inner().seal_texts).lock_owned();
        let Ok(mut slot) = timeout(TIMEOUT, slot).await else { return Err(busy()) };
        // The request before this one may have built it.
        if let Some(text) = opened(&place, made.hash) {
            return Ok(text);
        }
        if !stays(&place) {
            if slot.is_some_and(|last| (last..last + OLD_TEXT_EVERY).contains(&now)) {
                return Err(busy());
            }
            *slot = Some(now);
        }
        let lines = seals::lines_of(self.store().read(), &made).await?;
        let _slot = self.write_seal_text(&made, lines, slot).await?;
        let gone = || ServiceError::Broken(anyhow::anyhow!("a seal text was deleted at once"));
        opened(&place, made.hash).ok_or_else(gone)
    }

    /// Stores the text of a new seal. If that fails, it is built on request.
    pub(super) async fn keep_seal_text(self, made: &Seal, lines: SealLines) {
        let slot = Arc::clone(&self.inner().seal_texts).lock_owned().await;
        if let Err(error) = self.write_seal_text(made, lines, slot).await {
            tracing::warn!(%error, day = %made.day, "failed to store seal text");
        }
    }

    /// Writes a text and returns the build slot. The slot stays taken while the text is written,
    /// even if the request is cancelled.
    async fn write_seal_text(
        self,
        made: &Seal,
        lines: SealLines,
        slot: OwnedMutexGuard<Option<DateTime<Utc>>>,
    ) -> Result<OwnedMutexGuard<Option<DateTime<Utc>>>, ServiceError> {
        let place = self.seal_place(made);
        let written = tokio::task::spawn_blocking(move || {
            written(&place, &lines)?;
            Ok::<_, io::Error>(slot)
        });
        let written = written.await.map_err(|error| ServiceError::Broken(error.into()))?;
        written.map_err(|error| ServiceError::Broken(error.into()))
    }

    /// Returns where a text is stored. The name contains the seal, because another database in the
    /// same folder has different ones.
    fn seal_place(self, made: &Seal) -> PathBuf {
        let folder = self.store().path().parent().unwrap_or(Path::new(".")).join("seals");
        folder.join(format!("{}-{}.txt", made.day, &made.hash.hex()[..16]))
    }
}

impl SealText {
    /// Returns the whole text, if it is small.
    pub fn all(mut self) -> io::Result<String> {
        let mut text = String::new();
        self.file.read_to_string(&mut text)?;
        Ok(text)
    }
}

fn opened(place: &Path, hash: Hash) -> Option<SealText> {
    let file = File::open(place).ok()?;
    let length = file.metadata().ok()?.len();
    Some(SealText { file, length, hash })
}

fn busy() -> ServiceError {
    ServiceError::TooMany("other seal texts are being prepared; try again in a minute")
}

/// Whether a text with that name is new enough to remain stored. Names begin with the day.
fn stays(place: &Path) -> bool {
    let newer = texts(place).into_iter().filter(|text| text.as_path() > place);
    newer.count() < RECENT
}

/// Returns all stored texts in the folder of this one.
fn texts(place: &Path) -> Vec<PathBuf> {
    let folder = place.parent().unwrap_or(Path::new("."));
    fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path()).collect()
}

/// Writes the text atomically and deletes the oldest ones.
fn written(place: &Path, lines: &SealLines) -> io::Result<()> {
    fs::create_dir_all(place.parent().unwrap_or(Path::new(".")))?;
    let half = place.with_extension("half");
    let mut out = BufWriter::new(File::create(&half)?);
    for part in lines.parts() {
        out.write_all(part.as_bytes())?;
    }
    out.into_inner()?.sync_all()?;
    fs::rename(&half, place)?;
    let mut recent = texts(place);
    recent.sort();
    let old = recent.len().saturating_sub(RECENT);
    for path in recent.into_iter().take(old).filter(|path| path != place) {
        // Ignore the error: a text that cannot be deleted only wastes disk space.
        let _ = fs::remove_file(path);
    }
    Ok(())
}
