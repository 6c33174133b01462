//! Imports a whole server from a folder. Everything is verified first, then each game is stored
//! atomically. An interrupted import can be repeated and adds what is missing.

use crate::handles::Archive;
use std::path::Path;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use futures_util::{StreamExt, TryStreamExt, stream};

use super::folder::{self, Fault, Folder};
use super::index::IndexEntry;
use super::people::{self, KnownPeople, MovedPlayers};
use crate::archive::import::{Company, ImportResult, said};
use crate::archive::verify::Verified;
use crate::error::ServiceError;
use ravenpost_log::GameId;
use ravenpost_store::log::seals::{self, StoredSeal};
use ravenpost_store::writes;

/// Maximum number of games stored concurrently; these share transactions.
const AT_ONCE: usize = 32;

/// Counts for the report of an import.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unpacked {
    pub taken: usize,
    /// Games that were already here.
    pub before: usize,
    /// Games that are here with another history. They are left unchanged.
    pub otherwise: Vec<GameId>,
    /// The number of events of all games in the folder.
    pub events: usize,
    pub running: usize,
    /// How many people already had an account, and how many did not have one.
    pub here: usize,
    pub new: usize,
    pub seals: OldSeals,
}

/// What happened to the seals of the old server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OldSeals {
    #[default]
    None,
    /// They were adopted by this server. The number is how many there are.
    Taken(usize),
    Before,
    /// This server has seals of its own, so they were not adopted.
    Left,
}

/// Verifies a folder. The error lists all faults. Needs no database.
pub async fn checked(dir: &Path) -> Result<Folder, ServiceError> {
    let path = dir.to_owned();
    let checked = tokio::task::spawn_blocking(move || folder::check(&path)).await;
    let checked = checked.map_err(|error| ServiceError::Broken(error.into()))?;
    checked.map_err(|faults| refusal(&faults))
}

impl Archive<'_> {
    /// Imports all games of a valid folder; otherwise nothing changes. `from` is the public
    /// description of their origin.
    pub async fn import_all(
        self,
        now: DateTime<Utc>,
        dir: &Path,
        from: &str,
        known: KnownPeople,
    ) -> Result<Unpacked, ServiceError> {
        self.unpack(now, dir, from, known, checked(dir).await?).await
    }

    pub async fn unpack(
        self,
        now: DateTime<Utc>,
        dir: &Path,
        from: &str,
        known: KnownPeople,
        folder: Folder,
    ) -> Result<Unpacked, ServiceError> {
        let from = &said(from)?;
        let Folder { index, events, running, read } = folder;
        let people = index.people;
        let job = self.store().try_write(writes!(|tx| people::welcome(tx, &people, known).await));
        let moved_players = Arc::new(job.await?);
        let stored: Vec<StoredSeal> =
            index.seals.iter().map(super::index::SealLine::stored).collect();
        let seals = self.take_seals(stored).await?;
        let (here, new) = (moved_players.here, moved_players.new);
        let mut done = Unpacked { events, running, here, new, seals, ..Unpacked::default() };
        let mut games = stream::iter(index.games.into_iter().zip(read))
            .map(|(entry, read)| self.one(now, dir, from, entry, read, &moved_players))
            .buffer_unordered(AT_ONCE);
        while let Some((game, came)) = games.try_next().await? {
            match came {
                ImportResult::In => done.taken += 1,
                ImportResult::Before => done.before += 1,
                ImportResult::Otherwise => done.otherwise.push(game),
            }
        }
        self.clocks().first_heartbeat(now).await?;
        Ok(done)
    }

    async fn one(
        self,
        now: DateTime<Utc>,
        dir: &Path,
        from: &str,
        entry: IndexEntry,
        read: Option<Verified>,
        moved_players: &MovedPlayers,
    ) -> Result<(GameId, ImportResult), ServiceError> {
        let verified = match read {
            Some(verified) => verified,
            None => folder::again(dir, &entry).map_err(|fault| refusal(&[fault]))?,
        };
        let game = verified.game.clone();
        let seats = moved_players.seats.get(&game).cloned().unwrap_or_default();
        let former = moved_players.former.get(&game).cloned().unwrap_or_default();
        let organiser = moved_players.organisers.get(&game).copied();
        let company = Company { seats, former, organiser };
        let came = self.take_in(now, verified, from, company).await?;
        Ok((game, came))
    }

    async fn take_seals(self, stored: Vec<StoredSeal>) -> Result<OldSeals, ServiceError> {
        let Some(last) = stored.last() else { return Ok(OldSeals::None) };
        let (day, hash) = (last.day, last.hash);
        let job = self.store().write(writes!(|tx| {
            if seals::of_day(&mut *tx, day).await?.is_some_and(|own| own.hash == hash) {
                return Ok(OldSeals::Before);
            }
            if seals::last(&mut *tx).await?.is_some() {
                return Ok(OldSeals::Left);
            }
            seals::take_in(tx, &stored).await?;
            Ok(OldSeals::Taken(stored.len()))
        }));
        Ok(job.await?)
    }
}

/// Returns the refusal of a folder with faults.
fn refusal(faults: &[Fault]) -> ServiceError {
    let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
    ServiceError::refused(all.join("\n"))
}
