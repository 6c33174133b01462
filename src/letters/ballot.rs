//! What every letter about a vote says: who proposes it and why, whose consent it takes, and until
//! when there is time to say so.

use chrono::{DateTime, Utc};

use super::safe_line::SafeLine;

/// A vote that is open, as its reader sees it.
#[derive(Clone, Debug)]
pub struct Ballot {
    /// Who speaks: "Red", or "The organiser".
    pub who: SafeLine,
    pub reason: SafeLine,
    /// Whose consent it takes, in a sentence.
    pub rule: SafeLine,
    /// Whoever is silent by then refuses.
    pub until: DateTime<Utc>,
    /// Whose word is asked for, and what they have said.
    pub voters: Vec<SafeLine>,
    /// Whether the reader has a seat; otherwise it looks after the table.
    pub seated: bool,
    /// Whether the reader's word is asked for.
    pub asked: bool,
    /// Where all of it is shown.
    pub page: String,
}

impl Ballot {
    /// Why somebody gets the letter: for the own seat, or for the table.
    pub(super) fn why(&self) -> String {
        let why =
            if self.seated { "you hold a seat in this game" } else { "you look after this table" };
        why.to_owned()
    }
}
