//! The texts that this server signs beside checkpoints. None of them can be taken for another, nor
//! for a checkpoint: that begins with the log's name, in which there is no space. Frozen.

use super::note::Key;
use crate::event::Hash;
use crate::ids::GameId;
use ravenpost_rules::numbers::Step;

/// The head of a game's log when an email was written: its last step, and the hash of that.
pub fn signed_head(game: &GameId, step: Step, hash: &Hash) -> String {
    format!("ravenpost signed-head 1\n{game}\n{step}\n{}\n", hash.hex())
}

/// That an order was taken of which others do not know all.
pub fn receipt(game: &GameId, hash: &Hash) -> String {
    format!("ravenpost receipt 1\n{game}\n{}\n", hash.hex())
}

/// That this server wrote a game out: its last step with its hash, and the SHA-256 of the file up
/// to the line that has this.
pub fn export(game: &GameId, step: Step, head: &Hash, sha256: &str) -> String {
    format!("ravenpost export 1\n{game}\n{step}\n{}\n{sha256}\n", head.hex())
}

/// That one key follows another.
pub fn handover(from: &Key, to: &Key) -> String {
    format!("ravenpost key 1\n{from}\n{to}\n")
}
