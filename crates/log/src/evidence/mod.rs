//! Checks everything that an outsider has of a server: exported games, seals, signed checkpoints
//! and saved emails. This needs neither a database nor a title's rules.

mod cross_checks;
pub mod piece;
mod seals;
mod single_checks;

use crate::proof::note::Key;
use piece::Piece;

/// A piece of evidence with the name of its file.
pub struct Named {
    /// The name used in findings.
    pub name: String,
    /// The contents of the file.
    pub piece: Piece,
}

/// Which signatures count, and how many witnesses are required.
#[derive(Clone, Default)]
pub struct Trust {
    /// The server's keys. If there are none, signatures are checked against the keys that the
    /// evidence itself names. This shows who signed, but not that it is the right server.
    pub keys: Vec<Key>,
    /// The trusted witnesses.
    pub witnesses: Vec<Key>,
    /// How many of them must have signed each checkpoint.
    pub quorum: usize,
}

/// A single finding, as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The name of the piece it is about; `None` if it is about several.
    pub about: Option<String>,
    /// What is wrong, or what is proved, as a sentence.
    pub what: String,
    /// Whether a check failed.
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

/// Returns all findings: about each piece on its own, then about all together. The evidence is
/// sound if no finding is broken.
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
        pieces.iter().flat_map(|named| single_checks::said(named, trust)).collect();
    found.extend(seals::follow(pieces));
    found.extend(cross_checks::histories(pieces, trust));
    found.extend(cross_checks::heads(pieces));
    found.extend(cross_checks::receipts(pieces, trust));
    found.extend(seals::sealed(pieces));
    found.extend(seals::trees(pieces));
    found
}
