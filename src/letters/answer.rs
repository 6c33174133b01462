//! The short answer to somebody who wrote to a table and has no seat there: an invited person who
//! declines or cannot come in, or somebody whose seat has gone to another.

use super::frame::{Envelope, Frame, GameCard};
use super::letter_kind::LetterKind;
use super::safe_line::SafeLine;
use super::{Letter, templates};

/// What became of such a letter.
#[derive(Clone, Debug)]
pub struct Answer {
    pub frame: Frame,
    /// Without a seat; its name made by [`SafeLine::for_strangers`]. None where it is about no
    /// table.
    pub game: Option<GameCard>,
    /// What came of the letter, a sentence each.
    pub said: Vec<SafeLine>,
}

templates!(Answer, "letters/answer.txt", "letters/answer.html");

impl Answer {
    pub fn compose(&self) -> Letter {
        let subject = match &self.game {
            Some(game) => format!("Your letter: {} ({})", game.name, game.title),
            None => "Your letter".to_owned(),
        };
        let top = Envelope {
            frame: &self.frame,
            game: self.game.as_ref(),
            kind: LetterKind::ReplyNotice,
            subject,
            opening: self.said.first().map(ToString::to_string).unwrap_or_default(),
            why: "you answered a letter of ours".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
