//! The table went back to an earlier step.

use super::frame::{Envelope, Frame, GameCard};
use super::letter_kind::LetterKind;
use super::safe_line::SafeLine;
use super::{Letter, templates};
use ravenpost_rules::Narration;
use ravenpost_rules::numbers::Step;

/// The table went back.
#[derive(Clone, Debug)]
pub struct Rewound {
    pub frame: Frame,
    pub game: GameCard,
    /// Who had proposed it: "Red", "The organiser".
    pub who: SafeLine,
    pub to: Step,
    pub reason: SafeLine,
    /// What no longer holds, as the reader was told of it; the latest of much.
    pub undone: Vec<Narration>,
    /// Whether anything was drawn anew.
    pub anew: bool,
    /// Who is awaited now: "Red is on turn".
    pub next: SafeLine,
}

templates!(Rewound, "letters/rewound.txt", "letters/rewound.html");

impl Rewound {
    pub fn compose(&self) -> Letter {
        let (name, title) = (&self.game.name, &self.game.title);
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: LetterKind::GameRewound,
            subject: format!("Back to step {}: {name} ({title})", self.to),
            opening: format!("{}.", self.next),
            why: "you hold a seat in this game".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
