//! A proposal to give a seat to another player, or to resume a paused game.

use crate::parts::ballot::Ballot;
use crate::parts::frame::{Frame, GameCard};
use crate::parts::safe_line::SafeLine;
use crate::{Email, templates};

#[derive(Clone, Debug)]
pub struct ProposedChange {
    pub frame: Frame,
    pub game: GameCard,
    pub vote: Ballot,
    /// The proposal after "to": "offer Blue to new players", "go on".
    pub what: SafeLine,
    /// Its effect, as a sentence.
    pub means: SafeLine,
}

templates!(ProposedChange, "emails/proposed_change.txt", "emails/proposed_change.html");

impl ProposedChange {
    pub fn compose(&self) -> Email {
        let headline = format!("Vote: {}?", self.what);
        let top = self.vote.envelope(&self.frame, &self.game, headline, "proposes it");
        top.seal(Text::both(self, &top), None)
    }
}
