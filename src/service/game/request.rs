//! A request with its key, so that it is known again when it comes a second time.

use std::fmt::Display;

use chrono::{DateTime, Utc};

use crate::service::error::ServiceError;
use crate::service::live::Live;
use crate::store::answered::{self, Answered, Content};

/// What makes a repeated request the same request. Made by [`Idempotency::of`]; tests may use any
/// words.
#[derive(Clone, Debug)]
pub struct Idempotency(pub String);

/// A key with what is asked under it.
#[derive(Clone, Debug)]
pub(in crate::service) struct Request {
    key: String,
    content: Content,
}

impl Idempotency {
    /// The key of what an actor asks of a game by one use case. The token tells one such request
    /// from the next: that of a form, or a letter's own mark. What differs in any of the four is
    /// another request, so that nobody uses up another's key, nor one game that of another.
    pub fn of(
        actor: impl Display,
        game: impl Display,
        use_case: &str,
        token: impl Display,
    ) -> Idempotency {
        let parts = [actor.to_string(), game.to_string(), use_case.into(), token.to_string()];
        Idempotency(spelled(parts.iter().map(String::as_str)))
    }

    /// The request for this under the key: what for, at which table, and every word that counts.
    pub(in crate::service) fn asks(&self, words: &[&str]) -> Request {
        let asked = spelled(words.iter().copied());
        Request { key: self.0.clone(), content: answered::content(&asked) }
    }
}

/// Words in a spelling of which no other words have the same.
fn spelled<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.map(|word| format!("{}:{word}", word.len())).collect()
}

impl Request {
    /// The answer it had before. A key that was used for something else is refused: the earlier
    /// answer would be a lie.
    pub(in crate::service) fn same(&self, before: Answered) -> Result<String, ServiceError> {
        match before.content {
            Some(content) if content != self.content => Err(ServiceError::refused(
                "this form was sent before with something else in it, so nothing was done \
                 now; load the page again and send it from there",
            )),
            _ => Ok(before.answer),
        }
    }

    /// What is kept of it, with the answer, in the transaction of what was done.
    pub(in crate::service) fn kept(
        &self,
        live: &Live,
        at: DateTime<Utc>,
        answer: &str,
    ) -> Answered {
        let (game, seq, content) = (live.id.clone(), live.version(), Some(self.content));
        Answered { game, seq, content, answer: answer.to_owned(), at }
    }

    pub(in crate::service) fn key(&self) -> &str {
        &self.key
    }
}
