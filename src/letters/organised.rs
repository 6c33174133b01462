//! The organiser stopped the game, let it go on, or gave the reader more time; or a seat missed so
//! much that nobody waits for it.

use super::frame::{Envelope, Frame, GameCard};
use super::letter_kind::LetterKind;
use super::safe_line::SafeLine;
use super::{Letter, templates};

/// What the organiser did.
#[derive(Clone, Debug)]
pub struct Organised {
    pub frame: Frame,
    pub game: GameCard,
    pub done: Vec<Done>,
    /// Who is awaited now: "Red is on turn".
    pub next: SafeLine,
}

/// One thing that the organiser did.
#[derive(Clone, Debug)]
pub struct Done {
    /// What it was, in a sentence, with the reason.
    pub what: SafeLine,
    /// What that means for the clocks.
    pub means: SafeLine,
    /// Whether nobody did it: time brought it about.
    pub by_clock: bool,
}

templates!(Organised, "letters/organised.txt", "letters/organised.html");

impl Organised {
    pub fn compose(&self) -> Letter {
        let (name, title) = (&self.game.name, &self.game.title);
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: LetterKind::Organised,
            subject: match self.done.iter().all(|done| done.by_clock) {
                true => format!("A seat is not waited for: {name} ({title})"),
                false => format!("From the organiser of {name} ({title})"),
            },
            opening: self.done.first().map(|done| format!("{}.", done.what)).unwrap_or_default(),
            why: "you hold a seat in this game".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
