//! Somebody proposes to give a seat to somebody else, or to go on with a game that is stopped.

use chrono::{DateTime, Utc};

use super::frame::Top;
use super::proposed::why;
use super::{Frame, GameCard, Kind, Letter, Line, templates};

/// A vote on a change at the table is open.
#[derive(Clone, Debug)]
pub struct ProposedChange {
    pub frame: Frame,
    pub game: GameCard,
    /// "Red", "The organiser".
    pub who: Line,
    /// Behind "to": "give Blue to whoever comes first", "go on".
    pub what: Line,
    pub reason: Line,
    /// Whose consent it takes, in a sentence.
    pub rule: Line,
    /// What it would mean, in a sentence.
    pub means: Line,
    /// Whoever is silent by then refuses.
    pub until: DateTime<Utc>,
    /// Whether the reader has a seat; otherwise it looks after the table.
    pub seated: bool,
    /// Whether the reader's word is asked for.
    pub asked: bool,
    /// Where the vote is shown.
    pub page: String,
}

templates!(ProposedChange, "letters/proposed_change.txt", "letters/proposed_change.html");

impl ProposedChange {
    pub fn compose(&self) -> Letter {
        let (name, title) = (&self.game.name, &self.game.title);
        let top = Top {
            frame: &self.frame,
            game: Some(&self.game),
            kind: Kind::Proposed,
            subject: format!("A vote of the table: {name} ({title})"),
            opening: format!("{} proposes to {}: {}", self.who, self.what, self.reason),
            why: why(self.seated),
        };
        top.seal(Text::both(self, &top), None)
    }
}
