//! The key of a request, by which it is known again when it comes a second time.

use std::fmt::Display;

/// What makes a repeated request the same request. Only [`Idempotency::of`] makes one.
#[derive(Clone, Debug)]
pub struct Idempotency(String);

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

    /// The key as it is stored.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Words in a spelling of which no other words have the same.
pub(in crate::service) fn spelled<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.map(|word| format!("{}:{word}", word.len())).collect()
}
