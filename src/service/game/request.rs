//! A request with its key, so that it is known again when it comes a second time.

use chrono::{DateTime, Utc};

use crate::service::error::ServiceError;
use crate::service::game::folded::Game;
use crate::service::idempotency::{Idempotency, spelled};
use ravenpost_store::log::idempotency::{self, Answered, Content};

/// A key with what is asked under it.
#[derive(Clone, Debug)]
pub(in crate::service) struct Request {
    key: String,
    content: Content,
}

impl Idempotency {
    /// The request for this under the key: what for, at which table, and every word that counts.
    pub(in crate::service) fn asks(&self, words: &[&str]) -> Request {
        let asked = spelled(words.iter().copied());
        Request { key: self.as_str().to_owned(), content: idempotency::content(&asked) }
    }
}

impl Request {
    /// The answer it had before. A key that was used for something else is refused: the earlier
    /// answer would be a lie.
    pub(in crate::service) fn same(&self, before: Answered) -> Result<String, ServiceError> {
        if before.content != self.content {
            return Err(ServiceError::refused(
                "this form was sent before with something else in it, so nothing was done \
                 now; load the page again and send it from there",
            ));
        }
        Ok(before.answer)
    }

    /// What is kept of it, with the answer, in the transaction of what was done.
    pub(in crate::service) fn kept(
        &self,
        live: &Game,
        at: DateTime<Utc>,
        answer: &str,
    ) -> Answered {
        let (game, seq, content) = (live.id.clone(), live.last_seq(), self.content);
        Answered { game, seq, content, answer: answer.to_owned(), at }
    }

    pub(in crate::service) fn key(&self) -> &str {
        &self.key
    }
}
