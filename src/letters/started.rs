//! All seats are taken and the game has been set up.

use super::frame::Top;
use super::your_turn::picture;
use super::{Frame, GameCard, Kind, Letter, Line, Sitting, templates};
use crate::rules::Sight;

/// The game begins.
#[derive(Clone, Debug)]
pub struct Started {
    pub frame: Frame,
    pub game: GameCard,
    pub seats: Vec<Sitting>,
    /// The clock contract, a sentence each.
    pub pace: Vec<Line>,
    /// Who begins: "Red is on turn".
    pub ask: Line,
    /// What this seat sees.
    pub sight: Sight,
    /// The hash of the dice's secret, in hexadecimal.
    pub commitment: String,
    /// Where the title's rules and notation are explained.
    pub rules: String,
}

templates!(Started, "letters/started.txt", "letters/started.html");

impl Started {
    pub fn compose(&self) -> Letter {
        let top = Top {
            frame: &self.frame,
            game: Some(&self.game),
            kind: Kind::Started,
            subject: format!("The game begins: {} ({})", self.game.name, self.game.title),
            opening: format!("{}.", self.ask),
            why: "you hold a seat in this game".to_owned(),
        };
        top.seal(Text::both(self, &top), picture(&self.sight))
    }
}
