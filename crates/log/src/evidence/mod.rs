//! All that a stranger has of a server, held against each other: exported games, texts of seals,
//! signed checkpoints and letters that were kept. No database is needed, and no title's rules.

mod across;
mod each;
pub mod piece;
mod seals;

use crate::proof::note::Key;
use piece::Piece;

/// A piece of evidence and what it is called where it is told of: the name of its file.
pub struct Named {
    /// What it is called.
    pub name: String,
    /// The file, as far as it could be read.
    pub piece: Piece,
}

/// What counts: whose signatures, and of how many witnesses.
#[derive(Clone, Default)]
pub struct Trust {
    /// The keys of the server that is meant. Where there are none, signatures are held against the
    /// key that each names itself, which says whose word it is and not that it is the right one.
    pub keys: Vec<Key>,
    /// The witnesses whose word counts.
    pub witnesses: Vec<Key>,
    /// How many of them have to have signed each checkpoint.
    pub quorum: usize,
}

/// One thing that was found, in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The pieces that it is about, by their names; of all together there is none.
    pub about: Option<String>,
    /// What is wrong with it, or what it proves, as a sentence.
    pub what: String,
    /// Whether something does not hold.
    pub broken: bool,
}

impl Finding {
    fn holds(about: &str, what: impl Into<String>) -> Finding {
        Finding { about: Some(about.to_owned()), what: what.into(), broken: false }
    }

    fn broken(about: &str, what: impl Into<String>) -> Finding {
        Finding { about: Some(about.to_owned()), what: what.into(), broken: true }
    }

    fn of_all(what: impl Into<String>, broken: bool) -> Finding {
        Finding { about: None, what: what.into(), broken }
    }
}

/// Everything that there is to be said of these pieces: of each for itself, then of all together.
/// They hold where nothing that was found is broken.
///
/// ```
/// use ravenpost_log::evidence::piece::Piece;
/// use ravenpost_log::evidence::{Named, Trust, examine};
/// let none = "0".repeat(64);
/// let text = format!(
///     "ravenpost daily seal 1\nday 2026-11-22\nbefore {none}\nkey none\nlines 1\n{none}\n"
/// );
/// let piece = Piece::read(text.as_bytes()).expect("a seal over no game");
/// let found = examine(&[Named { name: "seal".into(), piece }], &Trust::default());
/// assert!(found.iter().all(|one| !one.broken));
/// ```
pub fn examine(pieces: &[Named], trust: &Trust) -> Vec<Finding> {
    let mut found: Vec<Finding> =
        pieces.iter().flat_map(|named| each::said(named, trust)).collect();
    found.extend(seals::follow(pieces));
    found.extend(across::histories(pieces, trust));
    found.extend(across::heads(pieces));
    found.extend(across::receipts(pieces, trust));
    found.extend(seals::sealed(pieces));
    found.extend(seals::trees(pieces));
    found
}
