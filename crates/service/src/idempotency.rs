//! Idempotency keys, which identify repeated requests.

use std::fmt::Display;

/// Identifies a request across repetitions. [`Idempotency::of`] is the only constructor.
#[derive(Clone, Debug)]
pub struct Idempotency(String);

impl Idempotency {
    /// The key of an actor's request to a use case of a game. The token distinguishes such
    /// requests: it comes from a form or from an email. Keys that differ in any of the four parts
    /// are different, so no request can use up the key of another player or game.
    pub fn of(
        actor: impl Display,
        game: impl Display,
        use_case: &str,
        token: impl Display,
    ) -> Idempotency {
        let parts = [actor.to_string(), game.to_string(), use_case.into(), token.to_string()];
        Idempotency(spelled(parts.iter().map(String::as_str)))
    }

    /// The key as stored.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An unambiguous encoding of a list of words.
pub(crate) fn spelled<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.map(|word| format!("{}:{word}", word.len())).collect()
}
