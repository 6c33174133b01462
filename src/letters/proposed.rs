//! Somebody proposes that the table goes back to an earlier step.

use super::ballot::Ballot;
use super::frame::{Envelope, Frame, GameCard};
use super::letter_kind::LetterKind;
use super::safe_line::SafeLine;
use super::{Letter, templates};
use ravenpost_rules::Narration;
use ravenpost_rules::numbers::Step;

/// A vote is open.
#[derive(Clone, Debug)]
pub struct Proposed {
    pub frame: Frame,
    pub game: GameCard,
    pub vote: Ballot,
    /// The step to go back to.
    pub to: Step,
    /// What would not have happened, as the reader was told of it; the latest of much.
    pub undone: Vec<Narration>,
    /// What would have happened after all, where an earlier going back is undone.
    pub restored: Vec<Narration>,
    /// What has come to light since, and cannot be unseen; the latest of much.
    pub seen: Vec<Narration>,
    /// Whether anything would be drawn anew.
    pub anew: bool,
    /// Who would be asked, and how much time there would be.
    pub clocks: Vec<SafeLine>,
}

templates!(Proposed, "letters/proposed.txt", "letters/proposed.html");

impl Proposed {
    pub fn compose(&self) -> Letter {
        let (name, title) = (&self.game.name, &self.game.title);
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: LetterKind::VoteOpened,
            subject: format!("Back to step {}? A vote: {name} ({title})", self.to),
            opening: format!("{} proposes it: {}", self.vote.who, self.vote.reason),
            why: self.vote.why(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
