//! Decisions that arise while a reply is carried out. Its writer has not seen them, so a closing
//! word such as "done" does not answer them, and an order that has come to mean something else is
//! not played.

use chrono::{DateTime, Utc};

use super::{Work, words_of};
use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::reply::reading::phrases::bare;
use ravenpost_rules::{Dice, Seat, Viewer};

/// Orders that people also write at the end of an email or in a conversation.
#[rustfmt::skip]
const CLOSING: [&str; 15] = [
    "done", "pass", "no", "none", "nothing", "ok", "okay", "yes", "end", "end turn", "skip",
    "finish", "finished", "that's all", "that is all",
];
const UNSEEN: &str = "your move led to a new decision, which you had not seen; you can decide now";

/// A pending decision of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Decision {
    id: String,
    asked: DateTime<Utc>,
    private: bool,
}

impl Decision {
    pub fn of(game: &Game, seat: Seat) -> Option<Decision> {
        game.seats().wait(seat).map(|wait| Decision {
            id: wait.decision.clone(),
            asked: wait.asked,
            private: wait.private,
        })
    }

    /// Whether this is the same decision as before. Sealed orders are given line by line, and each
    /// line restarts the clock.
    fn continues(&self, before: &Decision) -> bool {
        self.id == before.id && (self.asked == before.asked || (self.private && before.private))
    }
}

impl Work<'_> {
    /// Refuses a closing word if a move of the same reply led to a decision that its writer has not
    /// seen. The reply's result and the next turn email show that decision.
    pub(super) async fn must_be_seen(&self, order: &str) -> Result<(), ServiceError> {
        if !self.transcript.played || !CLOSING.contains(&&*bare(order)) {
            return Ok(());
        }
        let game = self.service.games().load(&self.holder.game).await?;
        let Some(now) = Decision::of(&game, self.holder.seat) else { return Ok(()) };
        match self.decision.as_ref().is_some_and(|before| now.continues(before)) {
            true => Ok(()),
            false => Err(ServiceError::refused(UNSEEN)),
        }
    }

    /// Refuses a listed order whose description has changed since the answered email, unless the
    /// change follows from the writer's own moves above it: a move that now uses free steps.
    pub(super) fn must_mean_the_same(&self, game: &Game, line: &str) -> Result<(), ServiceError> {
        let now = words_of(&game.position.offers(self.holder.seat), line);
        let (Some(then), Some(now)) = (words_of(&self.listed, line), now) else { return Ok(()) };
        if then == now || self.foreseen(game, line)?.is_some_and(|words| words == now) {
            return Ok(());
        }
        Err(ServiceError::refused(format!(
            "in the email that you replied to, \"{line}\" meant \"{then}\", but now it means \
             \"{now}\"; send it again if you want that"
        )))
    }

    /// Returns what the writer could expect an order to mean: its description after only the moves
    /// of this reply, on a position without hidden information. Returns `None` if one of them
    /// revealed something, and for closing words, which fit too many decisions.
    fn foreseen(&self, game: &Game, line: &str) -> Result<Option<String>, ServiceError> {
        if CLOSING.contains(&&*bare(line)) {
            return Ok(None);
        }
        let seat = self.holder.seat;
        let from = match self.undone {
            Some(seq) => game.history().at(seq)?,
            None => self.game_then(game)?,
        };
        let mut dice = Dice::seeded(from.step().0);
        let mut position = from.position.imagine(Viewer::Seat(seat), &mut dice);
        for order in &self.own {
            match position.preview(seat, order, &mut dice) {
                Ok(tried) if !tried.cut => position = tried.next,
                _ => return Ok(None),
            }
        }
        Ok(words_of(&position.offers(seat), line))
    }
}
