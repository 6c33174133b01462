//! Somebody who plays the reader's game would like to try it another way, with the others.

use super::badge::Badge;
use super::frame::{Envelope, Frame, GameCard};
use super::letter_kind::LetterKind;
use super::safe_line::SafeLine;
use super::{Letter, templates};

use ravenpost_rules::numbers::Step;

/// Forks of the reader's game in which a seat is kept for the reader.
#[derive(Clone, Debug)]
pub struct AskedAlong {
    pub frame: Frame,
    /// The game that they come from.
    pub game: GameCard,
    /// The reader's seat, here as there.
    pub own: Badge,
    pub asked: Vec<Along>,
}

/// A fork that the reader is asked to join.
#[derive(Clone, Debug)]
pub struct Along {
    /// Who asks, and where that person sits in the game.
    pub name: SafeLine,
    pub seat: Badge,
    pub step: Step,
    /// Where the seat is taken.
    pub page: String,
}

templates!(AskedAlong, "letters/asked_along.txt", "letters/asked_along.html");

impl AskedAlong {
    pub fn compose(&self) -> Letter {
        let (name, title) = (&self.game.name, &self.game.title);
        let what = match self.asked.as_slice() {
            [one] => format!("Another way from step {}?", one.step),
            _ => "Other ways?".to_owned(),
        };
        let by = self.asked.first().map_or("", |one| &*one.name);
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: LetterKind::ForkInvitation,
            subject: format!("{what} {name} ({title})"),
            opening: format!("{by} asks you along. Your seat is kept for you."),
            why: "you hold a seat in this game".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
