//! The texts of seals, which anybody may ask for: with a million games one has 68 megabytes. Each is
//! made once, kept as a file beside the database, and read from there part by part.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use chrono::NaiveDate;

use crate::service::Service;
use crate::service::error::ServiceError;
use ravenpost_log::Hash;
use ravenpost_log::seal::SealLines;
use ravenpost_store::log::seals::{self, Seal};

/// Texts that are kept: the newest are asked for by those who check them.
const KEPT: usize = 8;

/// The text of a seal, to be read.
#[derive(Debug)]
pub struct SealText {
    pub file: File,
    pub length: u64,
    /// The seal.
    pub hash: Hash,
}

impl Service {
    /// The text of a day's seal, of which the hash is the seal.
    pub async fn seal_text(&self, day: NaiveDate) -> Result<SealText, ServiceError> {
        let made = seals::of_day(self.store().read(), day).await?;
        let made = made.ok_or(ServiceError::NotFound("seal"))?;
        let place = self.seal_place(&made);
        if let Some(text) = opened(&place, made.hash) {
            return Ok(text);
        }
        // One at a time, whoever asks: it takes memory.
        let _turn = self.0.seal_texts.lock().await;
        if opened(&place, made.hash).is_none() {
            let lines = seals::lines_of(self.store().read(), &made).await?;
            self.write_seal_text(&made, lines).await?;
        }
        let gone = || ServiceError::Broken(anyhow::anyhow!("the text of a seal is gone again"));
        opened(&place, made.hash).ok_or_else(gone)
    }

    /// Keeps the text of a seal that was just made. Without it, it is made when it is asked for.
    pub(super) async fn keep_seal_text(&self, made: &Seal, lines: SealLines) {
        if let Err(error) = self.write_seal_text(made, lines).await {
            tracing::warn!(%error, day = %made.day, "failed to keep the text of a seal");
        }
    }

    async fn write_seal_text(&self, made: &Seal, lines: SealLines) -> Result<(), ServiceError> {
        let place = self.seal_place(made);
        let written = tokio::task::spawn_blocking(move || written(&place, &lines));
        let written = written.await.map_err(|error| ServiceError::Broken(error.into()))?;
        written.map_err(|error| ServiceError::Broken(error.into()))
    }

    /// Where a text is kept. The seal is in its name: another database in the same folder has
    /// others.
    fn seal_place(&self, made: &Seal) -> PathBuf {
        let folder = self.store().path().parent().unwrap_or(Path::new(".")).join("seals");
        folder.join(format!("{}-{}.txt", made.day, &made.hash.hex()[..16]))
    }
}

impl SealText {
    /// All of it, where it is small.
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

/// Writes a text whole or not at all, and lets the oldest go.
fn written(place: &Path, lines: &SealLines) -> io::Result<()> {
    let folder = place.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let half = place.with_extension("half");
    let mut out = BufWriter::new(File::create(&half)?);
    for part in lines.parts() {
        out.write_all(part.as_bytes())?;
    }
    out.into_inner()?.sync_all()?;
    fs::rename(&half, place)?;
    let mut kept: Vec<(SystemTime, PathBuf)> = fs::read_dir(folder)?
        .filter_map(|file| {
            let file = file.ok()?;
            Some((file.metadata().ok()?.modified().ok()?, file.path()))
        })
        .collect();
    kept.sort();
    let old = kept.len().saturating_sub(KEPT);
    for (_, path) in kept.into_iter().take(old).filter(|(_, path)| path != place) {
        fs::remove_file(path)?;
    }
    Ok(())
}
