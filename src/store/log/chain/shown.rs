//! An event of version 2 as somebody is shown it who may not know all of it: the hidden as hashes.

use super::blinded::{Header, outer};
use crate::store::event::Hash;
use crate::store::ids::GameId;

/// What everybody who may know of an event knows of it.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    pub game: &'a GameId,
    /// The hash of the last event before it that everybody may know of.
    pub before: Hash,
    pub step: u64,
    /// In milliseconds.
    pub at: i64,
    pub kind: &'a str,
    pub seat: Option<u8>,
    pub leaves: &'a [Hash],
}

impl Shown<'_> {
    /// The hash that the event must have.
    pub fn hash(&self) -> Hash {
        let Shown { game, before, step, at, kind, seat, leaves } = *self;
        let leaves: Vec<u8> = leaves.iter().flat_map(|leaf| leaf.0).collect();
        let (game, kind) = (game.as_str().as_bytes(), kind.as_bytes());
        outer(&Header { before, game, step, at, kind, seat }, &leaves)
    }
}

/// What stands before the first event.
pub fn genesis(game: &GameId) -> Hash {
    super::blinded::genesis(game.as_str().as_bytes())
}
