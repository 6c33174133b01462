//! The short answer to somebody who wrote to a table and has no seat there: an invited person who
//! declines or cannot come in, or somebody whose seat has gone to another.

use super::frame::Top;
use super::{Frame, GameCard, Kind, Letter, Line, templates};

/// What became of such a letter.
#[derive(Clone, Debug)]
pub struct Answer {
    pub frame: Frame,
    /// Without a seat; its name made by [`Line::for_strangers`].
    pub game: GameCard,
    /// A sentence each.
    pub said: Vec<Line>,
}

templates!(Answer, "letters/answer.txt", "letters/answer.html");

impl Answer {
    pub fn compose(&self) -> Letter {
        let top = Top {
            frame: &self.frame,
            game: Some(&self.game),
            kind: Kind::Answer,
            subject: format!("Your letter: {} ({})", self.game.name, self.game.title),
            opening: self.said.first().map(ToString::to_string).unwrap_or_default(),
            why: "you answered a letter about this table".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
