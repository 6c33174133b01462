//! A request with its idempotency key.

use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::idempotency::{Idempotency, spelled};
use ravenpost_store::log::idempotency::{self, Answered, Content};

/// A key and a digest of the request.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    key: String,
    content: Content,
}

impl Idempotency {
    /// The request with this key: its purpose, its table and every relevant field.
    pub(crate) fn asks(&self, words: &[&str]) -> Request {
        let asked = spelled(words.iter().copied());
        Request { key: self.as_str().to_owned(), content: idempotency::content(&asked) }
    }
}

impl Request {
    /// Returns the earlier answer.
    ///
    /// # Errors
    ///
    /// Fails if the key was used for a different request, for which the earlier answer would be
    /// wrong.
    pub(crate) fn same(&self, before: Answered) -> Result<String, ServiceError> {
        if before.content != self.content {
            return Err(ServiceError::reused());
        }
        Ok(before.answer)
    }

    /// The row to store with the answer, in the transaction of the request.
    pub(crate) fn stored_answer(&self, game: &Game, at: DateTime<Utc>, answer: &str) -> Answered {
        let (game_id, seq, content) = (game.id.clone(), game.last_seq(), self.content);
        Answered { game: game_id, seq, content, answer: answer.to_owned(), at }
    }

    /// The row of a request that concerns no game.
    pub(crate) fn answer_without_game(&self, at: DateTime<Utc>, answer: &str) -> Answered {
        Answered::without_game(self.content, answer.to_owned(), at)
    }

    pub(crate) fn key(&self) -> &str {
        &self.key
    }
}
