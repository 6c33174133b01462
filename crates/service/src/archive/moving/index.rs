//! The index of a server's games: JSON lines, terminated like a game file.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use ravenpost_log::export::file::{self, End, Wrong};
use ravenpost_log::{GameId, Hash, seal};
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Step;
use ravenpost_store::log::seals::StoredSeal;

/// The name of the index. Game ids never contain a dot.
pub const NAME: &str = "ravenpost.index.jsonl";

pub const FORMAT: u32 = 1;

/// Why the index of a build before the first release is rejected.
const EARLIER: &str =
    "the games were moved by an earlier, unreleased build of Ravenpost and cannot be read";

/// The first line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    pub version: u32,
    /// The time until which the server was up, in milliseconds since 1970, UTC.
    pub running_until: i64,
    pub games: usize,
    pub with_people: bool,
}

/// A game in the folder, with the hash of its file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndexEntry {
    /// Its name in the folder of the index.
    pub file: String,
    /// SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
    /// The last step and its hash, as in the file's first line.
    pub step: Step,
    pub head: Hash,
}

/// A person with an account on the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    pub address: String,
    pub name: String,
    pub time_zone: String,
    /// The email preferences, in JSON as text.
    pub email_preferences: String,
    /// When the account was created, in milliseconds since 1970, UTC.
    pub created_at: i64,
    pub seats: Vec<CurrentSeat>,
    /// Seats that the person had before. Retaking one of them grants no additional time.
    pub former_seats: Vec<PastSeat>,
    pub organises: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurrentSeat {
    pub game: String,
    pub seat: Seat,
    pub since: i64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PastSeat {
    pub game: String,
    pub seat: Seat,
    pub since: i64,
    pub until: i64,
}

/// A day's seal, with the heads of the games that had changed since the previous one: the blinded
/// game id, the step, and its hash.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SealLine {
    pub day: NaiveDate,
    pub games: u64,
    pub hash: Hash,
    /// The seed of its padding lines, which represent no game.
    pub padding: Hash,
    /// The key that it names, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The signed checkpoint, or `None` if earlier seals were changed.
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

/// The complete index of a folder of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Index {
    pub server: Server,
    pub games: Vec<IndexEntry>,
    pub people: Vec<Person>,
    pub seals: Vec<SealLine>,
}

impl IndexEntry {
    /// Returns the file name of a game.
    pub fn name(game: &GameId) -> String {
        format!("{game}.jsonl")
    }

    /// Returns the game of the file, or `None` if it is not the name of a game file.
    pub fn game(&self) -> Option<GameId> {
        GameId::parse(self.file.strip_suffix(".jsonl")?)
    }
}

impl SealLine {
    pub fn of(stored: &StoredSeal) -> SealLine {
        let StoredSeal { day, games, hash, form, note, ends } = stored.clone();
        let ends = ends.iter().map(|end| (end.game, end.step, end.head)).collect();
        let padding = Hash(form.padding.0);
        SealLine { day, games, hash, padding, key: form.key, checkpoint: note, ends }
    }

    pub fn stored(&self) -> StoredSeal {
        let SealLine { day, games, hash, padding, key, checkpoint: note, ends } = self.clone();
        let ends = ends.into_iter().map(|(game, step, head)| seal::SealedEnd { game, step, head });
        let padding = seal::Padding(padding.0);
        StoredSeal {
            day,
            games,
            hash,
            form: seal::Form { padding, key },
            note,
            ends: ends.collect(),
        }
    }
}

impl Index {
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

    /// Parses an index that is unchanged.
    pub fn read(text: &str) -> Result<Index, Wrong> {
        let before = text.trim_end_matches('\n').rfind('\n').map_or(0, |end| end + 1);
        let (lines, last) = text.split_at(before);
        let count = lines.lines().count();
        match file::parsed(count + 1, last.strip_suffix('\n').unwrap_or_default()) {
            Ok(IndexLine::End(end)) if end.lines == count && end.sha256 == file::hash(lines) => {}
            Ok(IndexLine::End(_)) => {
                let what = "the lines above were changed after the export";
                return Err(Wrong::at(count + 1, what));
            }
            _ => return Err(Wrong::at(count + 1, "the index is incomplete")),
        }
        let mut lines = lines.lines().enumerate();
        let first = lines.next().map(|(_, line)| line);
        if first.is_some_and(|line| line.starts_with(r#"{"server":{"format":"#)) {
            return Err(Wrong::at(1, EARLIER));
        }
        let first = first.map(|line| file::parsed(1, line)).transpose()?;
        let Some(IndexLine::Server(server)) = first else {
            return Err(Wrong::at(1, "not an index of exported games"));
        };
        if server.version != FORMAT {
            let what = format!(
                "the index has format version {}, but this program only reads version {FORMAT}",
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
                    return Err(Wrong::at(at + 1, "a second index starts here"));
                }
            }
        }
        Ok(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_line_is_named_by_its_number() {
        let server = Server { version: FORMAT, running_until: 0, games: 1, with_people: false };
        let game = IndexEntry {
            file: "game.jsonl".to_owned(),
            sha256: String::new(),
            step: Step::NONE,
            head: Hash([0; 32]),
        };
        let mut text = String::new();
        file::add(&mut text, &IndexLine::Server(server));
        file::add(&mut text, &IndexLine::Game(game));
        text.push_str("{}\n");
        let end = End { lines: 3, sha256: file::hash(&text) };
        file::add(&mut text, &IndexLine::End(end));
        assert_eq!(Index::read(&text).expect_err("the third line is no entry").line, 3);
    }
}
