//! The texts that this server signs besides checkpoints. None can be mistaken for another or for a
//! checkpoint, whose first line is the log's name and contains no spaces. The formats are frozen.

use super::note::Key;
use crate::event::Hash;
use crate::ids::GameId;
use ravenpost_rules::numbers::Step;

/// Returns the statement that an email makes about the head of a game's log: the last step and its
/// hash.
pub fn signed_head(game: &GameId, step: Step, hash: &Hash) -> String {
    format!("ravenpost signed-head 1\n{game}\n{step}\n{}\n", hash.hex())
}

/// Returns the statement that a secret order was accepted.
pub fn receipt(game: &GameId, hash: &Hash) -> String {
    format!("ravenpost receipt 1\n{game}\n{}\n", hash.hex())
}

/// Returns the statement that this server exported a game: its last step with its hash, and the
/// SHA-256 of the file without the signature line.
pub fn export(game: &GameId, step: Step, head: &Hash, sha256: &str) -> String {
    format!("ravenpost export 1\n{game}\n{step}\n{}\n{sha256}\n", head.hex())
}

/// Returns the statement that one key replaces another.
pub fn handover(from: &Key, to: &Key) -> String {
    format!("ravenpost key 1\n{from}\n{to}\n")
}
