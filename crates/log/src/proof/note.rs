//! Signed notes: a text, an empty line, and signature lines. The format is frozen by golden vectors
//! that an independent program made.

use std::fmt;

use data_encoding::BASE64;
use ed25519_dalek::{Signature as Ed25519, VerifyingKey};
use sha2::{Digest, Sha256};

/// The start of a signature line.
pub const DASH: &str = "\u{2014}";

/// The maximum size of a note in bytes, and the maximum number of its signature lines.
const LARGEST: usize = 64 << 10;
const MOST: usize = 64;

/// The purpose of a key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Trade {
    /// Signs the texts of a log.
    Log = 1,
    /// Signs that a checkpoint of another log is consistent with all that this witness saw before,
    /// and when.
    Witness = 4,
}

/// A public key with its name, in the form in which people share it:
/// `raven.example/seals+ef94ecbe+Aepk...`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Key {
    /// The name of the key.
    pub name: String,
    /// Whether the key signs heads and checkpoints, or cosignatures.
    pub trade: Trade,
    /// The public half of the Ed25519 key.
    pub public: [u8; 32],
}

impl Key {
    /// Parses a key, or returns `None` if it is malformed, weak, or has the wrong id.
    pub fn parse(text: &str) -> Option<Key> {
        let (name, rest) = text.split_once('+')?;
        let (id, bytes) = rest.split_once('+')?;
        let bytes = BASE64.decode(bytes.as_bytes()).ok()?;
        let trade = match bytes.first()? {
            1 => Trade::Log,
            4 => Trade::Witness,
            _ => return None,
        };
        let public: [u8; 32] = bytes[1..].try_into().ok()?;
        let key = Key { name: name.to_owned(), trade, public };
        let sound = is_name(name) && key.verifying().is_some_and(|key| !key.is_weak());
        (sound && id == hex(&key.id())).then_some(key)
    }

    /// Returns the id that identifies the key's signature lines. It proves nothing.
    pub(super) fn id(&self) -> [u8; 4] {
        let hash = Sha256::new().chain_update(&self.name).chain_update(b"\n");
        let hash = hash.chain_update([self.trade as u8]).chain_update(self.public).finalize();
        [hash[0], hash[1], hash[2], hash[3]]
    }

    /// Returns whether a line claims to be by this key.
    pub fn is_of(&self, line: &Line) -> bool {
        line.name == self.name && line.bytes.starts_with(&self.id())
    }

    /// Returns whether a line is this key's valid signature of the text.
    pub fn signed(&self, text: &str, line: &Line) -> bool {
        self.trade == Trade::Log
            && self.is_of(line)
            && self.holds(text.as_bytes(), line.bytes.get(4..))
    }

    /// Returns when this witness cosigned the text of a checkpoint, in seconds since 1970, or
    /// `None` if it did not.
    pub fn cosigned(&self, text: &str, line: &Line) -> Option<u64> {
        let time = line.bytes.get(4..12).and_then(|bytes| bytes.try_into().ok());
        let time = u64::from_be_bytes(time?);
        let by_it = self.trade == Trade::Witness && self.is_of(line);
        let message = cosigned(text, time);
        (by_it && self.holds(message.as_bytes(), line.bytes.get(12..))).then_some(time)
    }

    fn verifying(&self) -> Option<VerifyingKey> {
        VerifyingKey::from_bytes(&self.public).ok()
    }

    fn holds(&self, message: &[u8], signature: Option<&[u8]>) -> bool {
        let signature = signature.and_then(|bytes| Ed25519::from_slice(bytes).ok());
        let (Some(key), Some(signature)) = (self.verifying(), signature) else { return false };
        // Strict verification: no second text can be found for a signature, even by someone who
        // chose the key.
        key.verify_strict(message, &signature).is_ok()
    }
}

impl fmt::Display for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = [&[self.trade as u8][..], &self.public].concat();
        write!(out, "{}+{}+{}", self.name, hex(&self.id()), BASE64.encode(&bytes))
    }
}

/// Returns the message that a witness signs.
pub(super) fn cosigned(text: &str, time: u64) -> String {
    format!("cosignature/v1\ntime {time}\n{text}")
}

/// Returns whether a key may have that name.
pub fn is_name(name: &str) -> bool {
    let odd = |c: char| c.is_whitespace() || c.is_control() || c == '+';
    !name.is_empty() && name.len() <= 200 && !name.contains(odd)
}

fn hex(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(bytes)
}

/// A signature line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The name of the key that it claims to be by.
    pub name: String,
    /// The key's id, followed by the signature.
    pub(super) bytes: Vec<u8>,
}

impl Line {
    /// Parses a line without its line ending.
    pub fn parse(line: &str) -> Option<Line> {
        let mut words = line.split(' ');
        let (dash, name, bytes) = (words.next()?, words.next()?, words.next()?);
        let alone = dash == DASH && words.next().is_none();
        Line::of(name, bytes).filter(|_| alone)
    }

    /// Builds a line from the key's name and the signature in base64.
    pub fn of(name: &str, bytes: &str) -> Option<Line> {
        let bytes = BASE64.decode(bytes.as_bytes()).ok()?;
        let name = name.to_owned();
        (is_name(&name) && bytes.len() > 4).then_some(Line { name, bytes })
    }

    /// Returns the key's id and the signature, in base64.
    pub fn signature(&self) -> String {
        BASE64.encode(&self.bytes)
    }
}

impl fmt::Display for Line {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{DASH} {} {}", self.name, self.signature())
    }
}

/// A text with its signatures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The text, including its last line ending.
    pub text: String,
    /// The signature lines.
    pub lines: Vec<Line>,
}

impl Note {
    /// Parses a note, or returns `None` if it is malformed or too large.
    pub fn parse(note: &str) -> Option<Note> {
        let odd = |c: char| c.is_ascii_control() && c != '\n';
        if note.len() > LARGEST || note.contains(odd) || !note.ends_with('\n') {
            return None;
        }
        let (text, lines) = note.rsplit_once("\n\n")?;
        let lines: Option<Vec<Line>> = lines.lines().map(Line::parse).collect();
        let lines = lines.filter(|lines| (1..=MOST).contains(&lines.len()))?;
        Some(Note { text: format!("{text}\n"), lines })
    }

    /// Returns whether that key signed the note. An invalid line that names the key invalidates the
    /// note.
    pub fn is_by(&self, key: &Key) -> bool {
        let mut own = self.lines.iter().filter(|line| key.is_of(line)).peekable();
        own.peek().is_some() && own.all(|line| key.signed(&self.text, line))
    }
}

impl fmt::Display for Note {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{}", self.text)?;
        self.lines.iter().try_for_each(|line| writeln!(out, "{line}"))
    }
}
