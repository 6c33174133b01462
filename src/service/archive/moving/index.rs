//! The index of a server's games: JSON, one line a thing, closed like the file of a game.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use ravenpost_log::export::file::{self, End, Wrong};
use ravenpost_log::{GameId, Hash, seal};
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Step;
use ravenpost_store::log::seals::KeptSeal;

/// What the index is called. No game's id has a dot.
pub const NAME: &str = "ravenpost.index.jsonl";

/// The version of what is written here.
pub const FORMAT: u32 = 1;

/// Why the index of a build before the first release is rejected.
const EARLIER: &str =
    "the games were moved by an earlier, unreleased build of Ravenpost and cannot be read";

/// What stands in the first line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    /// The version of the index format.
    pub version: u32,
    /// Until when the server was up, in milliseconds since 1970, UTC.
    pub running_until: i64,
    /// How many games there are.
    pub games: usize,
    /// Whether the index lists the players.
    pub with_people: bool,
}

/// A game in the folder, by its file and that file's hash.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndexEntry {
    /// Its name in the folder of the index.
    pub file: String,
    /// SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
    /// The last step and its hash, as the file's first line has them.
    pub step: Step,
    pub head: Hash,
}

/// A person who has a seat in a game of the folder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    pub address: String,
    pub name: String,
    pub time_zone: String,
    /// Which emails are wanted, in JSON as text.
    pub email_preferences: String,
    /// When the account was created, in milliseconds since 1970, UTC.
    pub created_at: i64,
    pub seats: Vec<Sits>,
    /// The games that this person organises.
    pub organises: Vec<String>,
}

/// A seat that somebody holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sits {
    pub game: String,
    pub seat: Seat,
    pub since: i64,
}

/// A day's seal, with the ends of the games that had moved on since the one before: what stands
/// for the game's id, the step, and its hash.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SealLine {
    pub day: NaiveDate,
    pub games: u64,
    pub hash: Hash,
    /// What its lines that stand for no game are made of.
    pub padding: Hash,
    /// The key that it names, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The signed checkpoint; none where the seals before were changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<String>,
    pub ends: Vec<(Hash, Step, Hash)>,
}

/// A line of the index, which is one JSON object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum IndexLine {
    Server(Server),
    Game(IndexEntry),
    Person(Person),
    Seal(SealLine),
    End(End),
}

/// The index of a folder of games, read whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Index {
    pub server: Server,
    pub games: Vec<IndexEntry>,
    pub people: Vec<Person>,
    pub seals: Vec<SealLine>,
}

impl IndexEntry {
    /// The name that the file of a game has.
    pub fn name(game: &GameId) -> String {
        format!("{game}.jsonl")
    }

    /// The game whose file it is; nothing for a name that is none of a game's file.
    pub fn game(&self) -> Option<GameId> {
        GameId::parse(self.file.strip_suffix(".jsonl")?)
    }
}

impl SealLine {
    pub fn of(kept: &KeptSeal) -> SealLine {
        let KeptSeal { day, games, hash, form, note, ends } = kept.clone();
        let ends = ends.iter().map(|end| (end.game, end.step, end.head)).collect();
        let padding = Hash(form.padding.0);
        SealLine { day, games, hash, padding, key: form.key, checkpoint: note, ends }
    }

    pub fn kept(&self) -> KeptSeal {
        let SealLine { day, games, hash, padding, key, checkpoint: note, ends } = self.clone();
        let ends = ends.into_iter().map(|(game, step, head)| seal::SealedEnd { game, step, head });
        let padding = seal::Padding(padding.0);
        KeptSeal { day, games, hash, form: seal::Form { padding, key }, note, ends: ends.collect() }
    }
}

impl Index {
    /// The index as text.
    pub fn write(self) -> String {
        let Index { server, games, people, seals } = self;
        let lines = std::iter::once(IndexLine::Server(server))
            .chain(games.into_iter().map(IndexLine::Game))
            .chain(people.into_iter().map(IndexLine::Person))
            .chain(seals.into_iter().map(IndexLine::Seal));
        let (mut text, mut count) = (String::new(), 0);
        for line in lines {
            file::add(&mut text, &line);
            count += 1;
        }
        let end = End { lines: count, sha256: file::hash(&text) };
        file::add(&mut text, &IndexLine::End(end));
        text
    }

    /// Reads an index that is as it was written.
    pub fn read(text: &str) -> Result<Index, Wrong> {
        let before = text.trim_end_matches('\n').rfind('\n').map_or(0, |end| end + 1);
        let (lines, last) = text.split_at(before);
        let count = lines.lines().count();
        match file::parsed(count + 1, last.strip_suffix('\n').unwrap_or_default()) {
            Ok(IndexLine::End(end)) if end.lines == count && end.sha256 == file::hash(lines) => {}
            Ok(IndexLine::End(_)) => {
                let what = "the lines before are not those that were written: something was cut \
                            out, added or changed";
                return Err(Wrong::at(count + 1, what));
            }
            _ => return Err(Wrong::at(count + 1, "the index ends before its end")),
        }
        let mut lines = lines.lines().enumerate();
        let first = lines.next().map(|(_, line)| line);
        if first.is_some_and(|line| line.starts_with(r#"{"server":{"format":"#)) {
            return Err(Wrong::at(1, EARLIER));
        }
        let first = first.map(|line| file::parsed(1, line)).transpose()?;
        let Some(IndexLine::Server(server)) = first else {
            return Err(Wrong::at(1, "this is no index of a server's games"));
        };
        if server.version != FORMAT {
            let what = format!(
                "the index has format version {}, and this program reads version {FORMAT}",
                server.version
            );
            return Err(Wrong::at(1, what));
        }
        let (games, people, seals) = (Vec::new(), Vec::new(), Vec::new());
        let mut index = Index { server, games, people, seals };
        for (at, line) in lines {
            match file::parsed(at + 1, line)? {
                IndexLine::Game(entry) => index.games.push(entry),
                IndexLine::Person(person) => index.people.push(person),
                IndexLine::Seal(seal) => index.seals.push(seal),
                IndexLine::Server(_) | IndexLine::End(_) => {
                    return Err(Wrong::at(at + 1, "a second index begins"));
                }
            }
        }
        Ok(index)
    }
}
