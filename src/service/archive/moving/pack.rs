//! Writes a whole server out into a folder: a file a game, and last the index, so that a folder
//! with an index is one that was finished. All of it is how the database stood at one moment.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use chrono::{DateTime, Utc};

use super::goers;
use super::index::{FORMAT, Index, IndexEntry, NAME, SealLine, Server, Sits};
use crate::service::Service;
use crate::service::archive::export::{goes_on, whole};
use crate::service::error::ServiceError;
use crate::service::game::outage::last_seen;
use crate::service::people::mail_choices;
use ravenpost_log::GameId;
use ravenpost_log::export::file::hash;
use ravenpost_store::log::{events, seals};
use ravenpost_store::people::{organisers, players, seat_holders};
use ravenpost_store::{PlayerId, Store};

/// Games, or players, asked for in one go.
const STRIDE: u32 = 500;

/// The copy from which all is written, while that is done.
const COPY: &str = "copy.partial";

/// What was written into a folder, counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Packed {
    pub games: usize,
    /// How many of them go on: their files tell all that is secret in them.
    pub running: usize,
    pub events: u64,
    pub people: usize,
    pub seals: usize,
    /// Games that cannot be read and are not in the folder, and why.
    pub damaged: Vec<(GameId, String)>,
    /// Sound games that a newer program has gone on with: only that one writes them out.
    pub newer: Vec<(GameId, String)>,
}

/// Who is where, as far as it was found.
#[derive(Default)]
struct Seats {
    seats: BTreeMap<PlayerId, Vec<Sits>>,
    organises: BTreeMap<PlayerId, Vec<String>>,
}

impl Service {
    /// Writes every game into an empty folder, which is made where there is none, and with `people`
    /// those who play them. A server may be at work meanwhile.
    pub async fn export_all(
        &self,
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
        gone.with_context(|| format!("{}: could not be removed", copy.display()))
            .map_err(broken)?;
        synced(dir)?;
        Ok(packed)
    }

    async fn pack_copy(
        &self,
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
        let packed = service.pack(now, dir, people).await;
        store.close().await;
        packed
    }

    async fn pack(
        &self,
        now: DateTime<Utc>,
        dir: &Path,
        people: bool,
    ) -> Result<Packed, ServiceError> {
        let awake = self.awake(now).await?;
        let (mut packed, mut games, mut found) = (Packed::default(), Vec::new(), Seats::default());
        let mut last: Option<GameId> = None;
        loop {
            let ids = events::games(self.store().read(), last.as_ref(), STRIDE).await?;
            let Some(end) = ids.last().cloned() else { break };
            for id in ids {
                let made = async {
                    let live = self.refolded(&id).await?;
                    let text = whole(&live, Some(awake))?;
                    Ok((live, text))
                };
                let (live, text) = match self.apart(&id, made).await {
                    Err(ServiceError::Damaged { why, newer, .. }) => {
                        let left = if newer { &mut packed.newer } else { &mut packed.damaged };
                        left.push((id, why));
                        continue;
                    }
                    made => made?,
                };
                let (file, sha256) = (IndexEntry::name(&id), hash(&text));
                written(dir, &file, &text)?;
                games.push(IndexEntry { file, sha256, step: live.step(), head: live.tip.shown });
                packed.events += live.last_seq().0;
                packed.running += usize::from(goes_on(live.course.status));
                if people {
                    self.find(&id, live.course.table.seats, &mut found).await?;
                }
            }
            last = Some(end);
        }
        let people = if people { Some(self.people(found).await?) } else { None };
        let seals = seals::history(self.store().read()).await?;
        let seals: Vec<SealLine> = seals.iter().map(SealLine::of).collect();
        let server = Server {
            version: FORMAT,
            running_until: awake.timestamp_millis(),
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

    /// Until when everybody could play here: the last beat, or the moment since which letters do
    /// not come through.
    async fn awake(&self, now: DateTime<Utc>) -> Result<DateTime<Utc>, ServiceError> {
        let seen = last_seen(self.store()).await?.into_iter();
        let stuck = self.letters_stuck(now).await?;
        Ok(seen.chain(stuck).chain([now]).min().unwrap_or(now))
    }

    async fn find(&self, id: &GameId, seats: u8, found: &mut Seats) -> Result<(), ServiceError> {
        let reader = self.store().read();
        for held in seat_holders::of_game(reader, id).await? {
            // A seat that the table does not have is nobody's.
            let Some(player) = held.player.filter(|_| held.seat.0 <= seats) else { continue };
            let (seat, since) = (held.seat, held.since.timestamp_millis());
            let sits = Sits { game: id.to_string(), seat, since };
            found.seats.entry(player).or_default().push(sits);
        }
        if let Some(player) = organisers::of_game(reader, id).await? {
            found.organises.entry(player).or_default().push(id.to_string());
        }
        Ok(())
    }

    async fn people(&self, mut found: Seats) -> Result<Vec<super::index::Person>, ServiceError> {
        let (mut people, mut last) = (Vec::new(), None);
        loop {
            let some = players::after(self.store().read(), last, STRIDE).await?;
            let Some(end) = some.last().map(|player| player.id) else { return Ok(people) };
            last = Some(end);
            for mut player in some {
                let seats = found.seats.remove(&player.id).unwrap_or_default();
                let organises = found.organises.remove(&player.id).unwrap_or_default();
                // As this version writes them; what it cannot read goes along.
                player.mail = mail_choices::MailChoices::of(&player.mail).stored()?;
                people.push(goers::person(player, seats, organises));
            }
        }
    }
}

/// Removes the copy that an export left which was killed: all secrets are in it.
fn cleared(copy: &Path) -> Result<(), ServiceError> {
    match fs::remove_dir_all(copy) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| copy.display().to_string()).map_err(broken)
        }
        _ => Ok(()),
    }
}

/// Makes sure that a folder is there and that there is nothing in it.
fn empty(dir: &Path) -> Result<(), ServiceError> {
    fs::create_dir_all(dir).with_context(|| dir.display().to_string()).map_err(broken)?;
    let mut there = fs::read_dir(dir).with_context(|| dir.display().to_string()).map_err(broken)?;
    if there.next().is_some() {
        let why = format!("{}: is not empty; nothing was written", dir.display());
        return Err(ServiceError::refused(why));
    }
    Ok(())
}

/// A file has its name only when all of it is on the disk. Nobody else may read it.
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
    done.with_context(|| format!("{} could not be written", path.display())).map_err(broken)
}

fn synced(dir: &Path) -> Result<(), ServiceError> {
    let done = File::open(dir).and_then(|dir| dir.sync_all());
    done.with_context(|| dir.display().to_string()).map_err(broken)
}

fn broken(error: anyhow::Error) -> ServiceError {
    ServiceError::Broken(error)
}
