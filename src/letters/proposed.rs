//! Somebody proposes that the table goes back to an earlier step.

use chrono::{DateTime, Utc};

use super::frame::Top;
use super::{Frame, GameCard, Kind, Letter, Line, templates};
use crate::rules::Told;

/// A vote is open.
#[derive(Clone, Debug)]
pub struct Proposed {
    pub frame: Frame,
    pub game: GameCard,
    /// "Red", "The organiser".
    pub who: Line,
    /// The step to go back to.
    pub to: u64,
    pub reason: Line,
    /// Whose consent it takes, in a sentence.
    pub rule: Line,
    /// Whoever is silent by then refuses.
    pub until: DateTime<Utc>,
    /// What would not have happened, as the reader was told of it; the latest of much.
    pub undone: Vec<Told>,
    /// What would have happened after all, where an earlier going back is undone.
    pub restored: Vec<Told>,
    /// What has come to light since, and cannot be unseen; the latest of much.
    pub seen: Vec<Told>,
    /// Whether anything would be drawn anew.
    pub anew: bool,
    /// Who would be asked, and how much time there would be.
    pub clocks: Vec<Line>,
    /// Whose word is asked for, and what they have said.
    pub voters: Vec<Line>,
    /// Whether the reader has a seat; otherwise it looks after the table.
    pub seated: bool,
    /// Whether the reader's word is asked for.
    pub asked: bool,
    /// Where all of it is shown.
    pub page: String,
}

templates!(Proposed, "letters/proposed.txt", "letters/proposed.html");

impl Proposed {
    pub fn compose(&self) -> Letter {
        let (name, title) = (&self.game.name, &self.game.title);
        let top = Top {
            frame: &self.frame,
            game: Some(&self.game),
            kind: Kind::Proposed,
            subject: format!("Back to step {}? A vote: {name} ({title})", self.to),
            opening: format!("{} proposes it: {}", self.who, self.reason),
            why: why(self.seated),
        };
        top.seal(Text::both(self, &top), None)
    }
}

/// Why somebody gets the letter about a vote: for the own seat, or for the table.
pub(super) fn why(seated: bool) -> String {
    let why = if seated { "you hold a seat in this game" } else { "you look after this table" };
    why.to_owned()
}
