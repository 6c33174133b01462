//! The file of an exported game: JSON, one line a thing. The first line says what follows, the last
//! how many lines there are and the hash of all before it, so that a file cut short is known.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};

use crate::chain::blinded::LEAVES;
use crate::event::Hash;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::{Seq, Step};

/// The version of the file format.
pub const FORMAT: u32 = 1;

/// Why an export of a build before the first release is rejected.
const EARLIER: &str =
    "the file was exported by an earlier, unreleased build of Ravenpost and cannot be read";

/// The largest file that is read: a game of a hundred thousand events has less.
pub const LARGEST: u64 = 256 << 20;
/// The longest line of one, in bytes: the whole position of the largest game has less.
const LONGEST_LINE: usize = 8 << 20;

/// What stands in the first line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the file format.
    pub version: u32,
    /// The id of the game.
    pub game: String,
    /// The key of the title: "gotlandia".
    pub title: String,
    /// What the table was called by whoever opened it.
    pub name: String,
    /// How much of the game the file holds.
    pub view: Sight,
    /// The number of the last step.
    pub step: Step,
    /// The hash of the last step.
    pub head: Hash,
    /// The version of the game's hash chain.
    pub chain: u8,
    /// For a whole game that is still running: until when its server was up, in milliseconds since
    /// 1970, UTC. Time after that counts on no clock. Such a file holds every secret of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running_until: Option<i64>,
    /// The secret of the dice, in hexadecimal, if the file holds the whole game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// How much of a game an export holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sight {
    /// Everything: a finished game, or one that moves to another server.
    Whole,
    /// What that seat may know.
    Seat(Seat),
    /// What spectators may know.
    Spectator,
}

/// An event with all that is stored of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// Its number among the events of the game, from 1.
    pub number: Seq,
    /// In milliseconds since 1970, UTC.
    pub at: i64,
    /// The name of the act, as it is stored.
    pub kind: String,
    /// The seat that acted, or that the act is about.
    #[serde(deserialize_with = "Option::deserialize")]
    pub seat: Option<Seat>,
    /// The act, as JSON.
    pub act: String,
    /// Who may know the event, and each of its facts.
    pub visibility: String,
    /// What the act led to, as a JSON list.
    pub facts: String,
    /// The numbers drawn, as a JSON list.
    pub draws: String,
    /// What its blindings are derived from, in hexadecimal.
    pub nonce: String,
    /// The event's hash, by which the chain goes on.
    pub hash: Hash,
}

/// An event as somebody may know it while the game runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownStep {
    /// The number of its step.
    pub step: Step,
    /// When it happened, in milliseconds since 1970, UTC.
    pub at: i64,
    /// The name of the act, as it is stored.
    pub kind: String,
    /// The seat that acted, or that the act is about.
    #[serde(deserialize_with = "Option::deserialize")]
    pub seat: Option<Seat>,
    /// Whether the reader alone knows of it: then it is no step, but comes after one.
    pub own: bool,
    /// The event's hash, by which the chain goes on.
    pub hash: Hash,
    /// Those that everybody may know.
    pub facts: String,
    /// What is hidden of it, as far as the reader may know it: told at the end, the act, others.
    pub leaves: [Shown; LEAVES],
    /// What the reader was told about it, as text. Nothing proves it.
    pub narration: Vec<String>,
}

/// One of the leaves of an event: open, or its hash, or what leaves it is of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Shown {
    /// What is in it, in the open.
    Open {
        /// What hides it, in hexadecimal.
        blinding: String,
        /// The text that the leaf's hash stands for.
        text: String,
    },
    /// A leaf for each seat.
    Seats {
        /// What hides them all, in hexadecimal.
        blinding: String,
        /// The leaves, in seat order.
        leaves: Vec<Shown>,
    },
    /// A leaf that is not open: its hash stands for what it hides.
    Hidden {
        /// The SHA-256 of blinding and text.
        hash: Hash,
    },
}

/// The last line of a file that was not cut short.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// How many lines come before.
    pub lines: usize,
    /// SHA-256 of them, each with its line end, in hexadecimal.
    pub sha256: String,
}

/// A line of an export file, which is one JSON object.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Line {
    /// The first line: what the file is, and of which game.
    Export(Header),
    /// An event of a whole game.
    Event(Event),
    /// An event of a part of a game.
    Step(KnownStep),
    /// What the reader saw when this was written, as the title puts it. Nothing proves it.
    View(serde_json::Value),
    /// What closes the file.
    End(End),
    /// What a server vouches for; behind the end, which does not count it.
    Signed(Signed),
}

/// A text that a server has signed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signed {
    /// The key that signed it.
    pub key: String,
    /// The text that was signed.
    pub text: String,
    /// The signature, in base64.
    pub signature: String,
}

/// What is wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct Wrong {
    /// The line at which it shows, from 1.
    pub line: usize,
    /// What is wrong, in words.
    pub what: String,
    /// Nothing is: a newer program wrote what this one does not know, and cannot judge.
    pub newer: bool,
}

impl Wrong {
    /// What is wrong at that line.
    pub fn at(line: usize, what: impl Into<String>) -> Wrong {
        Wrong { line, what: what.into(), newer: false }
    }

    /// What a newer program wrote at that line.
    pub fn newer(line: usize, what: impl Into<String>) -> Wrong {
        Wrong { newer: true, ..Wrong::at(line, what) }
    }
}

/// A file that was read: sound as a file, whatever it says.
#[derive(Clone, PartialEq, Debug)]
pub struct File {
    /// What stands in the first line.
    pub header: Header,
    /// All lines between the first and the end.
    pub lines: Vec<Line>,
    /// What stands behind the end.
    pub signed: Option<Signed>,
}

/// A file as text.
pub fn write(header: Header, lines: impl IntoIterator<Item = Line>) -> String {
    let mut text = String::new();
    let mut count = 0;
    for line in std::iter::once(Line::Export(header)).chain(lines) {
        add(&mut text, &line);
        count += 1;
    }
    let end = End { lines: count, sha256: hash(&text) };
    add(&mut text, &Line::End(end));
    text
}

/// Adds a line to a text.
pub fn add(text: &mut String, line: &impl Serialize) {
    text.push_str(&serde_json::to_string(line).expect("lines are plain data"));
    text.push('\n');
}

/// The SHA-256 of a text, in hexadecimal.
pub fn hash(text: &str) -> String {
    data_encoding::HEXLOWER.encode(&Sha256::digest(text.as_bytes()))
}

/// Reads a file. What it says is checked by whoever asks for it.
pub fn read(text: &str) -> Result<File, Wrong> {
    let first = text.lines().next().unwrap_or_default();
    let header = header(first)?;
    let mut lines = Vec::new();
    let mut upto = first.len() + 1;
    for (at, line) in text.lines().enumerate().skip(1) {
        match parsed(at + 1, line)? {
            Line::End(end) => {
                let before = text.get(..upto).unwrap_or_default();
                if end.lines != at || end.sha256 != hash(before) {
                    let what = "the lines before are not those that were written: something was \
                                cut out, added or changed";
                    return Err(Wrong::at(at + 1, what));
                }
                let behind = text.get(upto + line.len() + 1..).unwrap_or_default();
                return Ok(File { header, lines, signed: signed(at + 2, behind)? });
            }
            Line::Export(_) => return Err(Wrong::at(at + 1, "a second game begins")),
            Line::Signed(_) => return Err(Wrong::at(at + 1, "it is signed before its end")),
            other => lines.push(other),
        }
        upto += line.len() + 1;
    }
    Err(Wrong::at(lines.len() + 2, "the file ends before its end: it was cut short"))
}

/// What stands behind the end: nothing, or one line that a server has signed.
fn signed(number: usize, behind: &str) -> Result<Option<Signed>, Wrong> {
    let line = behind.strip_suffix('\n').unwrap_or(behind);
    if line.is_empty() && behind.is_empty() {
        return Ok(None);
    }
    match parsed(number, line) {
        Ok(Line::Signed(signed)) => Ok(Some(signed)),
        _ => Err(Wrong::at(number, "there is something behind the end")),
    }
}

fn header(line: &str) -> Result<Header, Wrong> {
    #[derive(Deserialize)]
    struct Any {
        export: Version,
    }
    // Builds before the first release named the version `format`.
    #[derive(Deserialize)]
    struct Version {
        version: Option<u32>,
        format: Option<u32>,
    }
    let Ok(Any { export }) = parsed(1, line) else {
        return Err(Wrong::at(1, "this is not an exported game"));
    };
    match (export.version, export.format) {
        (Some(FORMAT), _) => {}
        (Some(other), _) => {
            let what = format!(
                "the file has format version {other}, and this program reads version {FORMAT}"
            );
            return Err(Wrong::at(1, what));
        }
        (None, Some(_)) => return Err(Wrong::at(1, EARLIER)),
        (None, None) => return Err(Wrong::at(1, "this is not an exported game")),
    }
    match parsed(1, line)? {
        Line::Export(header) => Ok(header),
        _ => Err(Wrong::at(1, "this is not an exported game")),
    }
}

/// Reads the line of that number: refused where it is longer than any, or something else.
pub fn parsed<T: DeserializeOwned>(number: usize, line: &str) -> Result<T, Wrong> {
    if line.len() > LONGEST_LINE {
        let what = format!("is longer than {} MB, and no such line is", LONGEST_LINE >> 20);
        return Err(Wrong::at(number, what));
    }
    serde_json::from_str(line)
        .map_err(|error| Wrong::at(number, format!("cannot be read: {error}")))
}
