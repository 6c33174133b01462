//! The file of an exported game: JSON lines, one object each. The first line describes the file.
//! The last one holds the number of lines and a hash of everything before it, so that a truncated
//! file is detected.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};

use crate::chain::blinded::LEAVES;
use crate::event::Hash;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::{Seq, Step};

/// The version of the file format.
pub const FORMAT: u32 = 1;

/// The error for an export of a build before the first release.
const EARLIER: &str =
    "the file was exported by an earlier, unreleased build of Ravenpost and cannot be read";

/// The maximum size of a file in bytes. A game of a hundred thousand events is smaller.
pub const LARGEST: u64 = 256 << 20;
/// The maximum length of a line in bytes. The whole position of the largest game is shorter.
const LONGEST_LINE: usize = 8 << 20;

/// The contents of the first line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the file format.
    pub version: u32,
    /// The id of the game.
    pub game: String,
    /// The key of the title, for example "gotlandia".
    pub title: String,
    /// The name of the table.
    pub name: String,
    /// How much of the game the file holds.
    pub view: ExportScope,
    /// The number of the last step.
    pub step: Step,
    /// The hash of the last step.
    pub head: Hash,
    /// The version of the game's hash chain.
    pub chain: u8,
    /// For a whole game that is still running: the time until which its server was up, in
    /// milliseconds since 1970, UTC. Time after that does not count against any clock. Such a file
    /// contains every secret of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running_until: Option<i64>,
    /// The secret of the dice, in hexadecimal, if the file holds the whole game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// How much of a game an export holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExportScope {
    /// Everything: a finished game, or one that is transferred to another server.
    Whole,
    /// What that seat may know.
    Seat(Seat),
    /// What spectators may know.
    Spectator,
}

/// An event with everything that is stored about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// Its number in the game, from 1.
    pub number: Seq,
    /// When it happened, in milliseconds since 1970, UTC.
    pub at: i64,
    /// The name of the act, as it is stored.
    pub kind: String,
    /// The seat that acted, or that the act is about.
    #[serde(deserialize_with = "Option::deserialize")]
    pub seat: Option<Seat>,
    /// The act, as JSON.
    pub act: String,
    /// Who may know of the event and of each of its facts.
    pub visibility: String,
    /// The facts, as a JSON list.
    pub facts: String,
    /// The draws, as a JSON list.
    pub draws: String,
    /// The bytes from which its blindings are derived, in hexadecimal.
    pub nonce: String,
    /// The event's hash, which continues the chain.
    pub hash: Hash,
}

/// An event as a reader may know it while the game runs.
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
    /// Whether only the reader knows of it. Such an event is not a step but follows one.
    pub own: bool,
    /// The event's hash, which continues the chain.
    pub hash: Hash,
    /// The facts that everyone may know.
    pub facts: String,
    /// The leaves, shown as far as the reader may know them: what is revealed at the end, the act,
    /// the facts of other seats.
    pub leaves: [Shown; LEAVES],
    /// The narration for the reader, as text. It is not proved.
    pub narration: Vec<String>,
}

/// A leaf of an event: open, a list of leaves, or a hash.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Shown {
    /// An open leaf.
    Open {
        /// Its blinding, in hexadecimal.
        blinding: String,
        /// The text that the leaf contains.
        text: String,
    },
    /// A leaf for each seat.
    Seats {
        /// The blinding of the list, in hexadecimal.
        blinding: String,
        /// The leaves, in seat order.
        leaves: Vec<Shown>,
    },
    /// A hidden leaf.
    Hidden {
        /// The SHA-256 of its blinding and text.
        hash: Hash,
    },
}

/// The last line of a complete file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// How many lines come before it.
    pub lines: usize,
    /// The SHA-256 of these lines with their line endings, in hexadecimal.
    pub sha256: String,
}

/// A line of an export file: one JSON object.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Line {
    /// The first line, which describes the file and the game.
    Export(Header),
    /// An event of a whole game.
    Event(Event),
    /// An event of a partial game.
    Step(KnownStep),
    /// The reader's view when the file was written, in the title's own form. It is not proved.
    View(serde_json::Value),
    /// The end of the file.
    End(End),
    /// A statement signed by a server. It follows the end line and is not included in its count.
    Signed(Signed),
}

/// A text signed by a server.
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

/// An error in a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct Wrong {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong, in words.
    pub what: String,
    /// Whether the line is only newer: a later version wrote it, and this one cannot check it.
    pub newer: bool,
}

impl Wrong {
    /// Returns an error at that line.
    pub fn at(line: usize, what: impl Into<String>) -> Wrong {
        Wrong { line, what: what.into(), newer: false }
    }

    /// Returns an error about newer content at that line.
    pub fn newer(line: usize, what: impl Into<String>) -> Wrong {
        Wrong { newer: true, ..Wrong::at(line, what) }
    }
}

/// A file that was read and is complete. Its contents are not checked yet.
#[derive(Clone, PartialEq, Debug)]
pub struct File {
    /// The contents of the first line.
    pub header: Header,
    /// All lines between the first and the end.
    pub lines: Vec<Line>,
    /// The signed statement after the end.
    pub signed: Option<Signed>,
}

/// Returns a file as text.
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

/// Appends a line to a text.
///
/// # Panics
///
/// Panics if the line cannot be serialised as JSON.
pub fn add(text: &mut String, line: &impl Serialize) {
    text.push_str(&serde_json::to_string(line).expect("lines are plain data"));
    text.push('\n');
}

/// Returns the SHA-256 of a text, in hexadecimal.
pub fn hash(text: &str) -> String {
    data_encoding::HEXLOWER.encode(&Sha256::digest(text.as_bytes()))
}

/// Reads a file without checking its contents.
///
/// # Errors
///
/// Returns the line at which the file is malformed, incomplete or of another version.
pub fn read(text: &str) -> Result<File, Wrong> {
    let first = text.lines().next().unwrap_or_default();
    let header = header(first)?;
    let mut lines = Vec::new();
    let mut up_to = first.len() + 1;
    for (at, line) in text.lines().enumerate().skip(1) {
        match parsed(at + 1, line)? {
            Line::End(end) => {
                let before = text.get(..up_to).unwrap_or_default();
                if end.lines != at || end.sha256 != hash(before) {
                    let what = "the lines before the end do not match it: something was removed, \
                                added or changed";
                    return Err(Wrong::at(at + 1, what));
                }
                let behind = text.get(up_to + line.len() + 1..).unwrap_or_default();
                return Ok(File { header, lines, signed: signed(at + 2, behind)? });
            }
            Line::Export(_) => return Err(Wrong::at(at + 1, "a second game begins here")),
            Line::Signed(_) => return Err(Wrong::at(at + 1, "the signature comes before the end")),
            other => lines.push(other),
        }
        up_to += line.len() + 1;
    }
    Err(Wrong::at(lines.len() + 2, "the end is missing: the file was cut short"))
}

/// Reads what follows the end: nothing, or one signed line.
fn signed(number: usize, behind: &str) -> Result<Option<Signed>, Wrong> {
    let line = behind.strip_suffix('\n').unwrap_or(behind);
    if line.is_empty() && behind.is_empty() {
        return Ok(None);
    }
    match parsed(number, line) {
        Ok(Line::Signed(signed)) => Ok(Some(signed)),
        _ => Err(Wrong::at(number, "there is unexpected data after the end")),
    }
}

fn header(line: &str) -> Result<Header, Wrong> {
    #[derive(Deserialize)]
    struct Any {
        export: Version,
    }
    // Builds before the first release called the version `format`.
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
                "the file has format version {other}, but this program reads version {FORMAT}"
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

/// Parses a line.
///
/// # Errors
///
/// Returns an error with the line's number if the line is too long or malformed.
pub fn parsed<T: DeserializeOwned>(number: usize, line: &str) -> Result<T, Wrong> {
    if line.len() > LONGEST_LINE {
        let what = format!("is longer than {} MB, the maximum for a line", LONGEST_LINE >> 20);
        return Err(Wrong::at(number, what));
    }
    serde_json::from_str(line)
        .map_err(|error| Wrong::at(number, format!("cannot be read: {error}")))
}
