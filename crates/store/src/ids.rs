//! Ids that occur only in tables, and the hashes under which tokens are stored.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use ravenpost_log::GameId;

/// The SHA-256 of a token, which is stored instead of the token.
pub type TokenHash = [u8; 32];

/// Hashes a token for a lookup.
pub fn token_hash(token: impl AsRef<[u8]>) -> TokenHash {
    Sha256::digest(token.as_ref()).into()
}

/// Returns a new game id with 60 random bits.
pub fn random_game_id() -> GameId {
    let mut bytes = [0u8; 12];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    GameId::from_bytes(bytes)
}

/// The primary key of a player, which only admins see.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub i64);

impl fmt::Display for PlayerId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}
