//! The question about a letter that may not be from whom it says.

use super::badge::Badge;
use super::frame::{Envelope, Frame, GameCard};
use super::letter_kind::LetterKind;
use super::safe_line::SafeLine;
use super::{Letter, templates};

/// A letter came in for a seat, and nothing was done about it yet.
#[derive(Clone, Debug)]
pub struct Held {
    pub frame: Frame,
    pub game: GameCard,
    pub seat: Badge,
    /// The address that it says it is from.
    pub sender: SafeLine,
    /// Why it is held.
    pub why: SafeLine,
    /// What it says, without links.
    pub says: Vec<SafeLine>,
    /// The page where its player decides.
    pub link: String,
}

templates!(Held, "letters/held.txt", "letters/held.html");

impl Held {
    pub fn compose(&self) -> Letter {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: LetterKind::ReplyOnHold,
            subject: format!("Did you write this? {} ({})", self.game.name, self.game.title),
            opening: "A letter for your seat waits for your word.".to_owned(),
            why: format!("you hold {} in this game", self.seat),
        };
        top.seal(Text::both(self, &top), None)
    }
}
