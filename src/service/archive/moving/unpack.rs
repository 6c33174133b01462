//! Takes in a whole server from a folder: all of it is checked first, then each game is stored
//! whole or not at all. Broken off it can be done again, and takes in what is missing.

use std::path::Path;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use futures_util::{StreamExt, TryStreamExt, stream};

use super::folder::{self, Fault, Folder};
use super::goers::{self, Goers, KnownPeople};
use super::index::IndexEntry;
use crate::service::Service;
use crate::service::archive::import::{Came, Company, said};
use crate::service::archive::verify::Verified;
use crate::service::error::ServiceError;
use ravenpost_log::GameId;
use ravenpost_store::log::seals::{self, KeptSeal};
use ravenpost_store::writes;

/// Games on their way into the store at once: these share transactions.
const AT_ONCE: usize = 32;

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unpacked {
    pub taken: usize,
    /// Games that were here already.
    pub before: usize,
    /// Games that are here with another history: nothing was done about them.
    pub otherwise: Vec<GameId>,
    /// How many events all games in the folder have.
    pub events: usize,
    pub running: usize,
    /// People who were here, and who were not.
    pub here: usize,
    pub new: usize,
    pub seals: OldSeals,
}

/// What became of the seals of the server that was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OldSeals {
    /// The folder had no seals.
    #[default]
    None,
    /// They are this server's now, so many.
    Taken(usize),
    Before,
    /// This server has its own.
    Left,
}

/// A folder that holds; otherwise all that is wrong with it is told. Needs no database.
pub async fn checked(dir: &Path) -> Result<Folder, ServiceError> {
    let path = dir.to_owned();
    let checked = tokio::task::spawn_blocking(move || folder::check(&path)).await;
    let checked = checked.map_err(|error| ServiceError::Broken(error.into()))?;
    checked.map_err(|faults| refusal(&faults))
}

impl Service {
    /// Takes in all games of a folder that holds; otherwise nothing is changed. `from` is what
    /// everybody will read of where they are from.
    pub async fn import_all(
        &self,
        now: DateTime<Utc>,
        dir: &Path,
        from: &str,
        known: KnownPeople,
    ) -> Result<Unpacked, ServiceError> {
        self.unpack(now, dir, from, known, checked(dir).await?).await
    }

    /// Takes in all games of a folder that was checked.
    pub async fn unpack(
        &self,
        now: DateTime<Utc>,
        dir: &Path,
        from: &str,
        known: KnownPeople,
        folder: Folder,
    ) -> Result<Unpacked, ServiceError> {
        let from = &said(from)?;
        let Folder { index, events, running, read } = folder;
        let people = index.people;
        let job = self.store().try_write(writes!(|tx| goers::welcome(tx, &people, known).await));
        let goers = Arc::new(job.await?);
        let kept: Vec<KeptSeal> = index.seals.iter().map(super::index::SealLine::kept).collect();
        let seals = self.take_seals(kept).await?;
        let (here, new) = (goers.here, goers.new);
        let mut done = Unpacked { events, running, here, new, seals, ..Unpacked::default() };
        let mut games = stream::iter(index.games.into_iter().zip(read))
            .map(|(entry, read)| self.one(now, dir, from, entry, read, &goers))
            .buffer_unordered(AT_ONCE);
        while let Some((game, came)) = games.try_next().await? {
            match came {
                Came::In => done.taken += 1,
                Came::Before => done.before += 1,
                Came::Otherwise => done.otherwise.push(game),
            }
        }
        self.first_beat(now).await?;
        Ok(done)
    }

    async fn one(
        &self,
        now: DateTime<Utc>,
        dir: &Path,
        from: &str,
        entry: IndexEntry,
        read: Option<Verified>,
        goers: &Goers,
    ) -> Result<(GameId, Came), ServiceError> {
        let verified = match read {
            Some(verified) => verified,
            None => folder::again(dir, &entry).map_err(|fault| refusal(&[fault]))?,
        };
        let game = verified.game.clone();
        let seats = goers.seats.get(&game).cloned().unwrap_or_default();
        let company = Company { seats, organiser: goers.organisers.get(&game).copied() };
        let came = self.take_in(now, verified, from, company).await?;
        Ok((game, came))
    }

    async fn take_seals(&self, kept: Vec<KeptSeal>) -> Result<OldSeals, ServiceError> {
        let Some(last) = kept.last() else { return Ok(OldSeals::None) };
        let (day, hash) = (last.day, last.hash);
        let job = self.store().write(writes!(|tx| {
            if seals::of_day(&mut *tx, day).await?.is_some_and(|own| own.hash == hash) {
                return Ok(OldSeals::Before);
            }
            if seals::last(&mut *tx).await?.is_some() {
                return Ok(OldSeals::Left);
            }
            seals::take_in(tx, &kept).await?;
            Ok(OldSeals::Taken(kept.len()))
        }));
        Ok(job.await?)
    }
}

/// The refusal of a folder with faults; nothing was changed.
fn refusal(faults: &[Fault]) -> ServiceError {
    let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
    ServiceError::refused(all.join("\n"))
}
