//! What every email about a vote contains: who proposes it and why, whose consent is needed, and
//! the deadline.

use chrono::{DateTime, Utc};

use crate::parts::safe_line::SafeLine;

/// An open vote, as its reader sees it.
#[derive(Clone, Debug)]
pub struct Ballot {
    /// The proposer: "Red" or "The organiser".
    pub who: SafeLine,
    pub reason: SafeLine,
    /// Whose consent is needed, as a sentence.
    pub rule: SafeLine,
    /// The deadline. Silence counts as refusal.
    pub until: DateTime<Utc>,
    /// The voters and their votes so far.
    pub voters: Vec<SafeLine>,
    /// Whether the reader has a seat; otherwise the reader organises the table.
    pub seated: bool,
    /// Whether the reader may vote.
    pub asked: bool,
    /// The page that shows the vote in full.
    pub page: String,
}

impl Ballot {
    /// Returns the link to the vote, at the button that agrees. Opening it changes nothing.
    pub(crate) fn agrees(&self) -> String {
        format!("{}#agree", self.page)
    }

    /// Returns the link to the vote, at the button that refuses. Opening it changes nothing.
    pub(crate) fn refuses(&self) -> String {
        format!("{}#refuse", self.page)
    }
}
