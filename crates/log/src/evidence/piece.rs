//! What a file is that somebody kept: told by what stands in it, never by its name.

use crate::export::read::{Checked, check};
use crate::letter::kept::KeptLetter;
use crate::letter::words::words;
use crate::proof::checkpoint::Checkpoint;
use crate::proof::note::Note;
use crate::seal::read::SealText;

/// One piece of evidence.
#[derive(Debug)]
pub enum Piece {
    /// An exported game that holds.
    Export(Box<Checked>),
    /// The text of a daily seal.
    Seal(SealText),
    /// A signed checkpoint of seals.
    Checkpoint {
        /// The text with its signatures.
        note: Note,
        /// The size and the root that it says the tree of seals had.
        told: Checkpoint,
    },
    /// A letter of a server, as its reader kept it.
    Letter(KeptLetter),
}

impl Piece {
    /// Reads a file. Refused, with the reason in words, where it is nothing of all this, or does
    /// not hold for itself.
    pub fn read(bytes: &[u8]) -> Result<Piece, String> {
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err("is empty".to_owned());
        }
        match std::str::from_utf8(bytes) {
            Ok(text) if text.starts_with('{') => {
                let checked = check(text).map_err(|wrong| wrong.to_string())?;
                Ok(Piece::Export(Box::new(checked)))
            }
            Ok(text) if text.starts_with("ravenpost seal ") => {
                let seal = SealText::read(text);
                Ok(Piece::Seal(seal.map_err(|what| format!("is no sound seal: {what}"))?))
            }
            Ok(text) => match noted(text) {
                Some(piece) => Ok(piece),
                None => letter(bytes),
            },
            Err(_) if bytes.starts_with(b"{\"export\"") => {
                Err("is an exported game in which something is no text: it was damaged".to_owned())
            }
            Err(_) => letter(bytes),
        }
    }
}

fn noted(text: &str) -> Option<Piece> {
    let note = Note::parse(text)?;
    let told = Checkpoint::read(&note.text)?;
    Some(Piece::Checkpoint { note, told })
}

fn letter(bytes: &[u8]) -> Result<Piece, String> {
    let letter = KeptLetter::read(&words(bytes));
    match letter.is_silent() {
        true => Err("is no exported game, no seal and no checkpoint, and as a letter it has no \
                     mark of a log in it"
            .to_owned()),
        false => Ok(Piece::Letter(letter)),
    }
}
