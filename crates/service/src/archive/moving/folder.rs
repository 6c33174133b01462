//! Verifies an exported folder from its files alone: the index, that exactly the files it names
//! exist and have the named contents, and everything that `verify` checks.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fmt;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::index::{Index, IndexEntry, NAME};
use super::people;
use crate::archive::load::load;
use crate::archive::verify::{Verified, verify};
use ravenpost_log::export::file::{self, Wrong, hash};
use ravenpost_store::log::seals;

/// How many bytes of files are kept in memory after verification. The rest is read again for the
/// import.
const CACHE_SIZE: usize = 64 << 20;

/// Maximum size of the index; that of a hundred thousand games is smaller.
const LARGEST_INDEX: u64 = 64 << 20;
/// Maximum number of unexpected files that are named; the others are counted.
const NAMED: usize = 20;

/// A fault in a folder, and the file where it shows.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fault {
    pub file: String,
    pub what: String,
    /// Not a fault: the file contains data of a newer version.
    pub newer: bool,
}

/// A fault whose file is not recorded yet.
struct Why {
    what: String,
    newer: bool,
}

impl From<String> for Why {
    fn from(what: String) -> Why {
        Why { what, newer: false }
    }
}

impl From<&str> for Why {
    fn from(what: &str) -> Why {
        Why { what: what.to_owned(), newer: false }
    }
}

impl From<Wrong> for Why {
    fn from(wrong: Wrong) -> Why {
        Why { what: wrong.to_string(), newer: wrong.newer }
    }
}

impl Why {
    fn of(self, entry: &IndexEntry) -> Fault {
        Fault { file: entry.file.clone(), what: self.what, newer: self.newer }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.file, self.what)
    }
}

impl Fault {
    fn in_index(what: impl Into<String>) -> Fault {
        Fault { file: NAME.to_owned(), what: what.into(), newer: false }
    }
}

/// A verified folder.
pub struct Folder {
    pub index: Index,
    pub events: usize,
    pub running: usize,
    /// The parsed files in the order of the index; `None` for files that are no longer in memory.
    pub read: Vec<Option<Verified>>,
}

/// The result for one file.
struct CheckedFile {
    events: usize,
    running: bool,
    seats: u8,
    cached: Option<Verified>,
}

/// Verifies a folder and returns all faults.
pub fn check(dir: &Path) -> Result<Folder, Vec<Fault>> {
    let index = index(dir).map_err(|fault| vec![fault])?;
    let mut faults = listed(dir, &index);
    let found = each(dir, &index.games);
    let (mut events, mut running, mut read) = (0, 0, Vec::with_capacity(found.len()));
    let mut seats = BTreeMap::new();
    for (entry, found) in index.games.iter().zip(found) {
        match found {
            Err(why) => faults.push(why.of(entry)),
            Ok(found) => {
                events += found.events;
                running += usize::from(found.running);
                seats.extend(entry.game().map(|game| (game.to_string(), found.seats)));
                read.push(found.cached);
            }
        }
    }
    if faults.is_empty() {
        faults.extend(people::faults(&index, &seats).into_iter().map(Fault::in_index));
    }
    faults.sort();
    if faults.is_empty() { Ok(Folder { index, events, running, read }) } else { Err(faults) }
}

fn index(dir: &Path) -> Result<Index, Fault> {
    let text = text(dir, NAME, LARGEST_INDEX).map_err(|what| {
        let why = "without an index, these are single games or an interrupted export";
        Fault::in_index(format!("{what}; {why}"))
    })?;
    Index::read(&text).map_err(|wrong| Fault::in_index(wrong.to_string()))
}

/// Checks the index itself, and that the folder contains exactly the files that it names.
fn listed(dir: &Path, index: &Index) -> Vec<Fault> {
    let mut faults = Vec::new();
    if index.server.games != index.games.len() {
        faults.push(Fault::in_index("lists a different number of games from its first line"));
    }
    let mut named = BTreeSet::from([OsString::from(NAME)]);
    for entry in &index.games {
        if entry.game().is_none() {
            faults.push(Fault::in_index(format!("\"{}\" is not a game file", entry.file)));
        } else if !named.insert(OsString::from(&entry.file)) {
            faults.push(Fault::in_index(format!("lists {} twice", entry.file)));
        }
    }
    let listed: Vec<_> = index.seals.iter().map(super::index::SealLine::stored).collect();
    if let Some(day) = seals::broken(&listed) {
        let what = format!("the seal of {day} does not match the data it covers");
        faults.push(Fault::in_index(what));
    }
    match std::fs::read_dir(dir) {
        Err(error) => faults.push(Fault::in_index(format!("its folder cannot be read: {error}"))),
        Ok(there) => {
            let names = there.flatten().map(|file| file.file_name());
            let mut strange = names.filter(|name| !named.contains(name));
            faults.extend(strange.by_ref().take(NAMED).map(|name| Fault {
                file: name.to_string_lossy().into_owned(),
                ..Fault::in_index("is not listed in the index")
            }));
            let more = strange.count();
            if more > 0 {
                faults.push(Fault::in_index(format!("does not list {more} other files either")));
            }
        }
    }
    faults
}

/// Verifies every file in parallel. The results are in the order of the index.
fn each(dir: &Path, games: &[IndexEntry]) -> Vec<Result<CheckedFile, Why>> {
    let (next, room) = (AtomicUsize::new(0), AtomicUsize::new(CACHE_SIZE));
    let all = Mutex::new(Vec::with_capacity(games.len()));
    let work = || {
        while let Some((at, entry)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            games.get(at).map(|entry| (at, entry))
        } {
            let found = one(dir, entry).map(|(verified, size)| found(verified, size, &room));
            all.lock().expect("no holder panics").push((at, found));
        }
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers.min(games.len()) {
            scope.spawn(work);
        }
    });
    let mut all = all.into_inner().expect("no holder panics");
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, found)| found).collect()
}

fn found(verified: Verified, size: usize, room: &AtomicUsize) -> CheckedFile {
    let whole = verified.whole.as_ref();
    let take = |left: usize| left.checked_sub(size);
    let cached = room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_ok();
    CheckedFile {
        events: verified.events,
        running: verified.header.running_until.is_some(),
        seats: whole.map_or(0, |whole| whole.game.status.table.seats),
        cached: cached.then_some(verified),
    }
}

/// Verifies the file of one game and returns its size.
fn one(dir: &Path, entry: &IndexEntry) -> Result<(Verified, usize), Why> {
    let game = entry.game().ok_or("is not a game file")?;
    let text = text(dir, &entry.file, file::LARGEST)?;
    if hash(&text) != entry.sha256 {
        return Err("does not match the hash in the index: it was changed".into());
    }
    let verified = verify(&text)?;
    if verified.game != game {
        return Err(format!("contains game {}", verified.game).into());
    }
    if verified.whole.is_none() {
        return Err("contains only part of a game".into());
    }
    if (verified.header.step, verified.header.head) != (entry.step, entry.head) {
        return Err("does not end as stated in the index".into());
    }
    Ok((verified, text.len()))
}

/// Reads a file in the folder. Only regular files are read, because others may be endless.
fn text(dir: &Path, name: &str, most: u64) -> Result<String, String> {
    let path = dir.join(name);
    let about = std::fs::metadata(&path).map_err(|error| format!("cannot be read: {error}"))?;
    if about.is_file() { load(&path, most) } else { Err("is not a regular file".to_owned()) }
}

/// Reads a verified file again, since it may have changed.
pub(super) fn again(dir: &Path, entry: &IndexEntry) -> Result<Verified, Fault> {
    let verified = one(dir, entry).map(|(verified, _)| verified);
    verified.map_err(|why| why.of(entry))
}
