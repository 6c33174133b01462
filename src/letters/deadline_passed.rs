//! The reader's time ran out and an order was played for the seat.

use chrono::{DateTime, Utc};

use super::badge::Badge;
use super::frame::{Envelope, Frame, GameCard};
use super::letter_kind::LetterKind;
use super::safe_line::SafeLine;
use super::{Letter, templates};
use ravenpost_rules::Narration;

/// The letter that a deadline has passed, and what was played then.
#[derive(Clone, Debug)]
pub struct DeadlinePassed {
    pub frame: Frame,
    pub game: GameCard,
    pub seat: Badge,
    /// When it ran out.
    pub due: DateTime<Utc>,
    /// What was played, in notation.
    pub order: SafeLine,
    /// What it led to, as this seat may hear it.
    pub happened: Vec<Narration>,
    /// Whether all others had answered, and nobody waited for the seat.
    pub passed_over: bool,
    /// That nobody waits for the seat from now on, in a sentence, where that is so.
    pub not_awaited: Option<SafeLine>,
    /// Who is awaited now: "Blue is on turn"; empty when the game is over.
    pub next: SafeLine,
}

templates!(DeadlinePassed, "letters/deadline_passed.txt", "letters/deadline_passed.html");

impl DeadlinePassed {
    pub fn compose(&self) -> Letter {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: LetterKind::DeadlinePassed,
            subject: format!("Your time ran out: {} ({})", self.game.name, self.game.title),
            opening: format!("\"{}\" was played for you.", self.order),
            why: format!("you hold {} in this game", self.seat),
        };
        top.seal(Text::both(self, &top), None)
    }
}
