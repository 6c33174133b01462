//! The game has ended: verdict, scores, the last board and where it can be replayed.

use super::frame::{Envelope, Frame, GameCard};
use super::letter_kind::LetterKind;
use super::seats::{FinalStanding, Sitting, standings};
use super::your_turn::picture;
use super::{Letter, templates};
use ravenpost_rules::{Narration, Outcome, Presentation};

/// The letter that the game is over, with its result.
#[derive(Clone, Debug)]
pub struct GameOver {
    pub frame: Frame,
    pub game: GameCard,
    pub seats: Vec<Sitting>,
    pub outcome: Outcome,
    /// Whether the table agreed on the result before the rules gave one: nobody has points by it.
    pub agreed: bool,
    /// What happened since the reader's last order.
    pub happened: Vec<Narration>,
    /// The board as it stood at the end.
    pub sight: Presentation,
    /// Where the game can be stepped through.
    pub replay: String,
    /// Where its chronicle stands.
    pub saga: String,
    /// Where every draw can be derived again.
    pub check: String,
    /// The dice's secret, in hexadecimal, now that it may be known.
    pub secret: String,
}

templates!(GameOver, "letters/game_over.txt", "letters/game_over.html");

impl GameOver {
    pub fn compose(&self) -> Letter {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: LetterKind::GameOver,
            subject: format!("The game is over: {} ({})", self.game.name, self.game.title),
            opening: self.outcome.verdict.clone(),
            why: "you played in this game".to_owned(),
        };
        top.seal(Text::both(self, &top), picture(&self.sight))
    }

    fn standings(&self) -> Vec<FinalStanding> {
        standings(&self.outcome, &self.seats, !self.agreed)
    }
}
