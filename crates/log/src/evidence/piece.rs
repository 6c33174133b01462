//! Recognises a saved file by its contents, never by its name.

use crate::email::saved::{EARLIER_BUILD, SavedEmail};
use crate::email::text::words;
use crate::export::file::Wrong;
use crate::export::read::{Checked, check};
use crate::proof::checkpoint::Checkpoint;
use crate::proof::note::Note;
use crate::seal::read::SealText;

/// Why a file is not evidence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what}")]
pub struct EvidenceError {
    /// The reason, in words.
    pub what: String,
    /// Whether the file is sound but was written by a newer version.
    pub newer: bool,
}

impl From<&str> for EvidenceError {
    fn from(what: &str) -> EvidenceError {
        EvidenceError { what: what.to_owned(), newer: false }
    }
}

impl From<String> for EvidenceError {
    fn from(what: String) -> EvidenceError {
        EvidenceError { what, newer: false }
    }
}

impl From<Wrong> for EvidenceError {
    fn from(wrong: Wrong) -> EvidenceError {
        EvidenceError { what: wrong.to_string(), newer: wrong.newer }
    }
}

/// One piece of evidence.
#[derive(Debug)]
pub enum Piece {
    /// An exported game whose hashes are correct.
    Export(Box<Checked>),
    /// The text of a daily seal.
    Seal(SealText),
    /// A signed checkpoint of seals.
    Checkpoint {
        /// The text with its signatures.
        note: Note,
        /// The size and root that it states for the tree of seals.
        checkpoint: Checkpoint,
    },
    /// An email of the server, as its reader saved it.
    Email(SavedEmail),
}

impl Piece {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// Returns the reason if the file is none of these, or is not sound on its own.
    pub fn read(bytes: &[u8]) -> Result<Piece, EvidenceError> {
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err("is empty".into());
        }
        match std::str::from_utf8(bytes) {
            Ok(text) if text.starts_with('{') => {
                let checked = check(text)?;
                Ok(Piece::Export(Box::new(checked)))
            }
            Ok(text)
                if ["ravenpost daily seal ", "ravenpost seal "]
                    .iter()
                    .any(|of| text.starts_with(of)) =>
            {
                let seal = SealText::read(text);
                let seal = seal.map_err(|what| format!("is not a valid seal: {what}"));
                Ok(Piece::Seal(seal?))
            }
            Ok(text) => match noted(text) {
                Some(piece) => Ok(piece),
                None => Ok(email(bytes)?),
            },
            Err(_) if bytes.starts_with(b"{\"export\"") => {
                Err("is an exported game that is not valid UTF-8: it was damaged".into())
            }
            Err(_) => Ok(email(bytes)?),
        }
    }
}

fn noted(text: &str) -> Option<Piece> {
    let note = Note::parse(text)?;
    let checkpoint = Checkpoint::read(&note.text)?;
    Some(Piece::Checkpoint { note, checkpoint })
}

fn email(bytes: &[u8]) -> Result<Piece, String> {
    let email = SavedEmail::read(&words(bytes));
    if email.is_of_earlier_build {
        return Err(EARLIER_BUILD.to_owned());
    }
    match email.is_silent() {
        true => Err("is not an exported game, seal or checkpoint, nor an email with a signed line"
            .to_owned()),
        false => Ok(Piece::Email(email)),
    }
}
