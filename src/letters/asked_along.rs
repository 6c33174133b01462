//! Somebody who plays the reader's game would like to try it another way, with the others.

use super::frame::Top;
use super::{Badge, Frame, GameCard, Kind, Letter, Line, templates};

/// A fork in which a seat is kept for the reader.
#[derive(Clone, Debug)]
pub struct AskedAlong {
    pub frame: Frame,
    /// The game that it comes from.
    pub game: GameCard,
    /// Who asks, and where that person sits there.
    pub name: Line,
    pub seat: Badge,
    /// The reader's seat, here as there.
    pub own: Badge,
    pub step: u64,
    /// From what it begins, in a sentence.
    pub begins: Line,
    /// Where the seat is taken.
    pub page: String,
}

templates!(AskedAlong, "letters/asked_along.txt", "letters/asked_along.html");

impl AskedAlong {
    pub fn compose(&self) -> Letter {
        let (name, title) = (&self.game.name, &self.game.title);
        let top = Top {
            frame: &self.frame,
            game: Some(&self.game),
            kind: Kind::AskedAlong,
            subject: format!("Another way from step {}? {name} ({title})", self.step),
            opening: format!("{} asks you along. Your seat is kept for you.", self.name),
            why: "you hold a seat in this game".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
