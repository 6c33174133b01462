//! Exports a whole server into a folder, from one snapshot of the database. The index is written
//! last, so a folder with an index is complete.

use crate::handles::Archive;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use chrono::{DateTime, Utc};

use super::index::{CurrentSeat, FORMAT, Index, IndexEntry, NAME, PastSeat, SealLine, Server};
use super::people;
use crate::Service;
use crate::archive::export::{is_unfinished, whole};
use crate::error::ServiceError;
use crate::game::clocks::outage::last_seen;
use crate::people::mail_choices;
use ravenpost_log::GameId;
use ravenpost_log::export::file::hash;
use ravenpost_store::log::{events, seals};
use ravenpost_store::people::seat_holders::{self, FormerSeat};
use ravenpost_store::people::{organisers, players};
use ravenpost_store::{PlayerId, Store};

/// Number of games or players fetched at once.
const STRIDE: u32 = 500;

/// The temporary copy of the database that is exported.
const COPY: &str = "copy.partial";

/// Counts for the report of an export.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Packed {
    pub games: usize,
    /// How many of them are running. Their files contain all hidden information.
    pub running: usize,
    pub events: u64,
    pub people: usize,
    pub seals: usize,
    /// Games that cannot be read and are not in the folder, and why.
    pub damaged: Vec<(GameId, String)>,
    /// Intact games that only a newer version can export.
    pub newer: Vec<(GameId, String)>,
}

/// The seats and organised games of each player.
#[derive(Default)]
struct Seats {
    seats: BTreeMap<PlayerId, Vec<CurrentSeat>>,
    organises: BTreeMap<PlayerId, Vec<String>>,
    /// How many seats each game of the folder has.
    sizes: BTreeMap<GameId, u8>,
}

impl Seats {
    /// Returns the entry of a seat that a player had before, if its game is in the folder.
    fn sat(&self, held: &FormerSeat) -> Option<PastSeat> {
        let FormerSeat { game, seat, since, until } = held;
        let until = until.filter(|_| self.sizes.get(game).is_some_and(|most| seat.0 <= *most))?;
        let (since, until) = (since.timestamp_millis(), until.timestamp_millis());
        Some(PastSeat { game: game.to_string(), seat: *seat, since, until })
    }
}

impl Archive<'_> {
    /// Exports every game into an empty folder, which is created if missing, and the players if
    /// `people` is set. The server may keep running during the export.
    pub async fn export_all(
        self,
        now: DateTime<Utc>,
        dir: &Path,
        people: bool,
    ) -> Result<Packed, ServiceError> {
        let copy = dir.join(COPY);
        cleared(&copy)?;
        empty(dir)?;
        let done = self.pack_copy(now, dir, &copy, people).await;
        let gone = fs::remove_dir_all(&copy);
        let packed = done?;
        gone.with_context(|| format!("cannot remove {}", copy.display())).map_err(broken)?;
        synced(dir)?;
        Ok(packed)
    }

    async fn pack_copy(
        self,
        now: DateTime<Utc>,
        dir: &Path,
        copy: &Path,
        people: bool,
    ) -> Result<Packed, ServiceError> {
        fs::create_dir(copy).with_context(|| copy.display().to_string()).map_err(broken)?;
        let copy = copy.join("ravenpost.db");
        self.store().backup(&copy).await?;
        let store = Store::open_read_only(&copy).await?;
        let service = Service::new(store.clone(), self.settings().clone());
        let packed = service.archive().pack(now, dir, people).await;
        store.close().await;
        packed
    }

    async fn pack(
        self,
        now: DateTime<Utc>,
        dir: &Path,
        people: bool,
    ) -> Result<Packed, ServiceError> {
        let running_until = self.running_until(now).await?;
        let (mut packed, mut games, mut found) = (Packed::default(), Vec::new(), Seats::default());
        let mut last: Option<GameId> = None;
        loop {
            let ids = events::games(self.store().read(), last.as_ref(), STRIDE).await?;
            let Some(end) = ids.last().cloned() else { break };
            for id in ids {
                let made = async {
                    let game = self.games().refolded(&id).await?;
                    let text = whole(&game, Some(running_until))?;
                    Ok((game, text))
                };
                let (game, text) = match self.games().apart(&id, made).await {
                    Err(ServiceError::Damaged { why, newer, .. }) => {
                        let left = if newer { &mut packed.newer } else { &mut packed.damaged };
                        left.push((id, why));
                        continue;
                    }
                    made => made?,
                };
                let (file, sha256) = (IndexEntry::name(&id), hash(&text));
                written(dir, &file, &text)?;
                games.push(IndexEntry { file, sha256, step: game.step(), head: game.tip.shown });
                packed.events += game.last_seq().0;
                packed.running += usize::from(is_unfinished(game.status.state));
                if people {
                    self.find(&id, game.status.table.seats, &mut found).await?;
                }
            }
            last = Some(end);
        }
        let people = if people { Some(self.people(found).await?) } else { None };
        let seals = seals::history(self.store().read()).await?;
        let seals: Vec<SealLine> = seals.iter().map(SealLine::of).collect();
        let server = Server {
            version: FORMAT,
            running_until: running_until.timestamp_millis(),
            games: games.len(),
            with_people: people.is_some(),
        };
        packed.games = games.len();
        packed.seals = seals.len();
        packed.people = people.as_ref().map_or(0, Vec::len);
        let index = Index { server, games, people: people.unwrap_or_default(), seals };
        written(dir, NAME, &index.write())?;
        Ok(packed)
    }

    /// Returns the last time at which everyone could play here: the last heartbeat, or the time
    /// since which email has been stuck.
    async fn running_until(self, now: DateTime<Utc>) -> Result<DateTime<Utc>, ServiceError> {
        let seen = last_seen(self.store()).await?.into_iter();
        let stuck = self.clocks().emails_stuck(now).await?;
        Ok(seen.chain(stuck).chain([now]).min().unwrap_or(now))
    }

    async fn find(self, id: &GameId, seats: u8, found: &mut Seats) -> Result<(), ServiceError> {
        let reader = self.store().read();
        found.sizes.insert(id.clone(), seats);
        for held in seat_holders::of_game(reader, id).await? {
            // Ignore seats that the table does not have.
            let Some(player) = held.player.filter(|_| held.seat.0 <= seats) else { continue };
            let (seat, since) = (held.seat, held.since.timestamp_millis());
            let sits = CurrentSeat { game: id.to_string(), seat, since };
            found.seats.entry(player).or_default().push(sits);
        }
        if let Some(player) = organisers::of_game(reader, id).await? {
            found.organises.entry(player).or_default().push(id.to_string());
        }
        Ok(())
    }

    async fn people(self, mut found: Seats) -> Result<Vec<super::index::Person>, ServiceError> {
        let (mut people, mut last) = (Vec::new(), None);
        loop {
            let some = players::after(self.store().read(), last, STRIDE).await?;
            let Some(end) = some.last().map(|player| player.id) else { return Ok(people) };
            last = Some(end);
            for mut player in some {
                let seats = found.seats.remove(&player.id).unwrap_or_default();
                let organises = found.organises.remove(&player.id).unwrap_or_default();
                let former = seat_holders::ever_of(self.store().read(), player.id).await?;
                let former = former.iter().filter_map(|held| found.sat(held)).collect();
                // Stored in this version's format; unknown parts are preserved.
                player.mail = mail_choices::MailChoices::of(&player.mail).stored()?;
                people.push(people::person(player, seats, former, organises));
            }
        }
    }
}

/// Removes the copy left by an export that was killed, because it contains all secrets.
fn cleared(copy: &Path) -> Result<(), ServiceError> {
    match fs::remove_dir_all(copy) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| copy.display().to_string()).map_err(broken)
        }
        _ => Ok(()),
    }
}

/// Creates the folder if necessary and refuses one that is not empty.
fn empty(dir: &Path) -> Result<(), ServiceError> {
    fs::create_dir_all(dir).with_context(|| dir.display().to_string()).map_err(broken)?;
    let mut there = fs::read_dir(dir).with_context(|| dir.display().to_string()).map_err(broken)?;
    if there.next().is_some() {
        let why = format!("{} is not empty; nothing was written", dir.display());
        return Err(ServiceError::refused(why));
    }
    Ok(())
}

/// Writes a file atomically, readable by its owner only.
fn written(dir: &Path, name: &str, text: &str) -> Result<(), ServiceError> {
    let (partial, path) = (dir.join(format!("{name}.partial")), dir.join(name));
    let write = || {
        let mut file = File::create_new(&partial)?;
        #[cfg(unix)]
        file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&partial, &path)
    };
    let done: std::io::Result<()> = write();
    done.with_context(|| format!("cannot write {}", path.display())).map_err(broken)
}

fn synced(dir: &Path) -> Result<(), ServiceError> {
    let done = File::open(dir).and_then(|dir| dir.sync_all());
    done.with_context(|| dir.display().to_string()).map_err(broken)
}

fn broken(error: anyhow::Error) -> ServiceError {
    ServiceError::Broken(error)
}
