//! An event as it is given and as it is stored, with its hash. No event is made sense of in here.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::act::Act;
use crate::ids::GameId;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;

/// The hash of one event.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// All of it, in hexadecimal.
    pub fn hex(&self) -> String {
        data_encoding::HEXLOWER.encode(&self.0)
    }
}

impl std::fmt::Debug for Hash {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.hex())
    }
}

impl Serialize for Hash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.hex())
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Hash, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = data_encoding::HEXLOWER.decode(text.as_bytes()).ok();
        let bytes: Option<[u8; 32]> = bytes.and_then(|bytes| bytes.try_into().ok());
        bytes.map(Hash).ok_or_else(|| serde::de::Error::custom("a hash has 64 hexadecimal digits"))
    }
}

/// The facts, or the draws, of an event that has none.
pub const NOTHING: &str = "[]";

/// Random bytes of an event's own, from which what hides its leaves is made (`chain/blinded.rs`).
pub type Nonce = [u8; 16];

/// An event about to be stored. `act`, `facts` and `draws` are JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEvent {
    /// The moment at which it happened.
    pub at: DateTime<Utc>,
    /// The act's name, for looking things up.
    pub kind: String,
    /// The seat that acted, or that the act is about.
    pub seat: Option<Seat>,
    /// The act, as JSON.
    pub act: String,
    /// Who may know of it, and who each of its facts (`chain/sorted.rs`).
    pub known: String,
    /// What the act led to, as a JSON list.
    pub facts: String,
    /// The numbers drawn, as a JSON list.
    pub draws: String,
    /// Random bytes of its own, from which its blindings are derived.
    pub nonce: Nonce,
}

/// An event as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEvent {
    /// Its place among the events of all games, without gaps.
    pub position: u64,
    /// The game that it is an event of.
    pub game: GameId,
    /// Its number among the events of its game, from 1.
    pub seq: Seq,
    /// The moment at which it happened.
    pub at: DateTime<Utc>,
    /// The act's name, for looking things up.
    pub kind: String,
    /// The seat that acted, or that the act is about.
    pub seat: Option<Seat>,
    /// The act, as JSON.
    pub act: String,
    /// Who may know of it, and who each of its facts (`chain/sorted.rs`).
    pub known: String,
    /// What the act led to, as a JSON list.
    pub facts: String,
    /// The numbers drawn, as a JSON list.
    pub draws: String,
    /// Random bytes of its own, from which its blindings are derived.
    pub nonce: Nonce,
    /// Its hash, to which the hash before leads.
    pub hash: Hash,
}

impl StoredEvent {
    /// Why its facts and draws cannot have come of that act, whatever the rules are; nothing where
    /// they may have.
    pub fn misfit(&self, act: &Act) -> Option<&'static str> {
        let (facts, draws) = (self.facts != NOTHING, self.draws != NOTHING);
        match act {
            _ if !act.is_decided() && (facts || draws) => {
                Some("has facts or draws, but acts of this kind have none")
            }
            _ if draws && !facts => Some("has draws but no facts"),
            _ if draws && !act.may_draw() => Some("it draws numbers, and no such act does"),
            Act::Started | Act::Ordered { .. } if !facts => {
                Some("has no facts, so it should not have been stored")
            }
            _ => None,
        }
    }
}
