//! A proposal to end the game now, with a result.

use crate::parts::ballot::Ballot;
use crate::parts::frame::{Frame, GameCard};
use crate::parts::safe_line::SafeLine;
use crate::{Email, templates};

#[derive(Clone, Debug)]
pub struct ProposedEnd {
    pub frame: Frame,
    pub game: GameCard,
    pub vote: Ballot,
    /// The result: "Red first, Blue second", "no result".
    pub result: SafeLine,
}

templates!(ProposedEnd, "emails/proposed_end.txt", "emails/proposed_end.html");

impl ProposedEnd {
    pub fn compose(&self) -> Email {
        let headline = "Vote: end the game now?".to_owned();
        let top = self.vote.envelope(
            &self.frame,
            &self.game,
            headline,
            &format!("proposes it ({})", self.result),
        );
        top.seal(Text::both(self, &top), None)
    }
}
