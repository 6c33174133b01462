//! Somebody said something at the table: several words in one letter.

use super::badge::Badge;
use super::frame::{Envelope, Frame, GameCard};
use super::letter_kind::LetterKind;
use super::safe_line::SafeLine;
use super::{Letter, templates};

/// What was said stands in the frame, as in every letter that has room for it.
#[derive(Clone, Debug)]
pub struct Said {
    pub frame: Frame,
    pub game: GameCard,
    pub seat: Badge,
    /// What the reader is asked meanwhile; nothing while others are.
    pub asked: Option<SafeLine>,
    /// A seat to answer, as `say to` knows it: the last one that spoke to the reader alone.
    pub back: Option<SafeLine>,
}

templates!(Said, "letters/said.txt", "letters/said.html");

impl Said {
    pub fn compose(&self) -> Letter {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: LetterKind::ChatMessage,
            subject: format!("Said at the table: {} ({})", self.game.name, self.game.title),
            opening: self.opening(),
            why: format!("you hold {} in this game and others spoke to you", self.seat),
        };
        top.seal(Text::both(self, &top), None)
    }

    /// Where all that was said can be read.
    fn link(&self) -> String {
        format!("{}/talk", self.game.page)
    }

    /// The last words, where somebody looks at the list of letters only.
    fn opening(&self) -> String {
        let last = self.frame.heard.last();
        last.map_or_else(String::new, |last| format!("{}: {}", last.name, last.words))
    }
}
