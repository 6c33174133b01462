//! Nothing came of a vote.

use super::frame::{Frame, GameCard, Top};
use super::kind::Kind;
use super::line::Line;
use super::{Letter, templates};

/// Nothing comes of it.
#[derive(Clone, Debug)]
pub struct Dropped {
    pub frame: Frame,
    pub game: GameCard,
    /// What does not happen: "The table does not go back".
    pub not: Line,
    /// Why not, in a sentence.
    pub why: Line,
    /// Who is awaited now: "Red is on turn".
    pub next: Line,
}

templates!(Dropped, "letters/dropped.txt", "letters/dropped.html");

impl Dropped {
    pub fn compose(&self) -> Letter {
        let (name, title) = (&self.game.name, &self.game.title);
        let top = Top {
            frame: &self.frame,
            game: Some(&self.game),
            kind: Kind::Dropped,
            subject: format!("{}: {name} ({title})", self.not),
            opening: format!("{}.", self.why),
            why: "you hold a seat in this game".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
