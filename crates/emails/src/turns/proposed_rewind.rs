//! A proposal to rewind the game to an earlier step.

use crate::parts::ballot::Ballot;
use crate::parts::frame::{Frame, GameCard};
use crate::parts::safe_line::SafeLine;
use crate::{Email, templates};
use ravenpost_rules::Narration;
use ravenpost_rules::numbers::Step;

#[derive(Clone, Debug)]
pub struct Proposed {
    pub frame: Frame,
    pub game: GameCard,
    pub vote: Ballot,
    /// The step to return to.
    pub to: Step,
    /// What would be undone, as narrated to the reader; limited to the latest.
    pub undone: Vec<Narration>,
    /// What would be restored, if an earlier rewind is undone.
    pub restored: Vec<Narration>,
    /// Information disclosed since then that cannot be hidden again; limited to the latest.
    pub seen: Vec<Narration>,
    /// Whether anything would be drawn again.
    pub redealt: bool,
    /// Who would be awaited, and with how much time.
    pub clocks: Vec<SafeLine>,
}

templates!(Proposed, "emails/proposed_rewind.txt", "emails/proposed_rewind.html");

impl Proposed {
    pub fn compose(&self) -> Email {
        let headline = format!("Vote: back to step {}?", self.to);
        let top = self.vote.envelope(&self.frame, &self.game, headline, "proposes it");
        top.seal(Text::both(self, &top), None)
    }
}
