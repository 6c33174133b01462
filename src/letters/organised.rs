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
    /// What it is called, where it is not the organiser's doing.
    pub headline: Option<&'static str>,
}

templates!(Organised, "letters/organised.txt", "letters/organised.html");

impl Organised {
    /// What all of it is called, where that is one thing.
    fn headline(&self) -> Option<&'static str> {
        let first = self.done.first()?.headline;
        first.filter(|_| self.done.iter().all(|done| done.headline == first))
    }

    pub fn compose(&self) -> Letter {
        let (name, title) = (&self.game.name, &self.game.title);
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: LetterKind::OrganiserAction,
            subject: match self.headline() {
                Some(headline) => format!("{headline}: {name} ({title})"),
                None => format!("From the organiser of {name} ({title})"),
            },
            opening: self.done.first().map(|done| format!("{}.", done.what)).unwrap_or_default(),
            why: match self.game.seat {
                Some(_) => "you hold a seat in this game".to_owned(),
                None => "you look after this table".to_owned(),
            },
        };
        top.seal(Text::both(self, &top), None)
    }
}
