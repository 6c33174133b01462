//! Ids that appear in tables alone: players; and the hash that tokens are kept by.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use ravenpost_log::GameId;

/// What is stored of a token: its SHA-256, never the token.
pub type TokenHash = [u8; 32];

/// Hashes a token for looking it up.
pub fn token_hash(token: impl AsRef<[u8]>) -> TokenHash {
    Sha256::digest(token.as_ref()).into()
}

/// A new game's id: 60 random bits.
pub fn random_game_id() -> GameId {
    let mut bytes = [0u8; 12];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    GameId::from_bytes(bytes)
}

/// The number of a player's row. It is never shown to anybody.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub i64);

impl fmt::Display for PlayerId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}
