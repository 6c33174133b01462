//! An event as shown to a reader who may not know all of it: hidden parts are hashes.

use super::blinded::{Header, LEAVES, outer, start};
use crate::event::Hash;
use crate::ids::GameId;
use ravenpost_rules::numbers::Step;

/// The public parts of an event.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The game of the event.
    pub game: &'a GameId,
    /// The hash of the previous public event.
    pub before: Hash,
    /// The number of its step.
    pub step: Step,
    /// When it happened, in milliseconds since 1970, UTC.
    pub at: i64,
    /// The name of the act, as it is stored.
    pub kind: &'a str,
    /// The seat that acted, or that the act is about, from 1.
    pub seat: Option<u8>,
    /// The facts that everyone may know, as a JSON list.
    pub facts: &'a str,
    /// The hashes of its leaves.
    pub leaves: [Hash; LEAVES],
}

impl Shown<'_> {
    /// Returns the hash that the event must have.
    pub fn hash(&self) -> Hash {
        let Shown { game, before, step, at, kind, seat, facts, leaves } = *self;
        let header = Header { before, step, at, kind: kind.as_bytes(), seat };
        outer(start(game.as_str().as_bytes()), &header, leaves, facts.as_bytes())
    }
}

/// Returns the hash that precedes the first event.
pub fn genesis(game: &GameId) -> Hash {
    super::blinded::genesis(game.as_str().as_bytes())
}
