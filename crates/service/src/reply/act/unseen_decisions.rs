//! Decisions that arise while a reply is carried out. Its writer has not seen them, so a closing
//! word such as "done" does not answer them.

use chrono::{DateTime, Utc};

use super::Work;
use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::reply::reading::phrases::bare;
use ravenpost_rules::Seat;

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

    /// Whether this is the same decision as before. A secret sheet is filled in line by line, and
    /// each line begins its clock again.
    fn continues(&self, before: &Decision) -> bool {
        self.id == before.id && (self.asked == before.asked || (self.private && before.private))
    }
}

impl Work<'_> {
    /// Refuses a closing word if a move of the same reply led to a decision that its writer has not
    /// seen. The answer and the next turn email ask for it.
    pub(super) async fn must_be_seen(&self, order: &str) -> Result<(), ServiceError> {
        if !self.minutes.played || !CLOSING.contains(&&*bare(order)) {
            return Ok(());
        }
        let game = self.service.games().load(&self.holder.game).await?;
        let Some(now) = Decision::of(&game, self.holder.seat) else { return Ok(()) };
        match self.decision.as_ref().is_some_and(|before| now.continues(before)) {
            true => Ok(()),
            false => Err(ServiceError::refused(UNSEEN)),
        }
    }
}
