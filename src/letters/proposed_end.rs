//! Somebody proposes to end the game now, with a result.

use chrono::{DateTime, Utc};

use super::frame::Top;
use super::proposed::why;
use super::{Frame, GameCard, Kind, Letter, Line, templates};

/// A vote on the end is open.
#[derive(Clone, Debug)]
pub struct ProposedEnd {
    pub frame: Frame,
    pub game: GameCard,
    /// "Red", "The organiser".
    pub who: Line,
    /// "Red first, Blue second", "no result".
    pub result: Line,
    pub reason: Line,
    /// Whose consent it takes, in a sentence.
    pub rule: Line,
    /// Whoever is silent by then refuses.
    pub until: DateTime<Utc>,
    /// Whose word is asked for, and what they have said.
    pub voters: Vec<Line>,
    /// Whether the reader has a seat; otherwise it looks after the table.
    pub seated: bool,
    /// Whether the reader's word is asked for.
    pub asked: bool,
    /// Where the vote is shown.
    pub page: String,
}

templates!(ProposedEnd, "letters/proposed_end.txt", "letters/proposed_end.html");

impl ProposedEnd {
    pub fn compose(&self) -> Letter {
        let (name, title) = (&self.game.name, &self.game.title);
        let top = Top {
            frame: &self.frame,
            game: Some(&self.game),
            kind: Kind::Proposed,
            subject: format!("End the game now? A vote: {name} ({title})"),
            opening: format!("{} proposes it ({}): {}", self.who, self.result, self.reason),
            why: why(self.seated),
        };
        top.seal(Text::both(self, &top), None)
    }
}
