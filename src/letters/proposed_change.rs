//! Somebody proposes to give a seat to somebody else, or to go on with a game that is stopped.

use super::ballot::Ballot;
use super::frame::{Frame, GameCard, Top};
use super::kind::Kind;
use super::line::Line;
use super::{Letter, templates};

/// A vote on a change at the table is open.
#[derive(Clone, Debug)]
pub struct ProposedChange {
    pub frame: Frame,
    pub game: GameCard,
    pub vote: Ballot,
    /// Behind "to": "give Blue to whoever comes first", "go on".
    pub what: Line,
    /// What it would mean, in a sentence.
    pub means: Line,
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
            opening: format!("{} proposes to {}: {}", self.vote.who, self.what, self.vote.reason),
            why: self.vote.why(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
