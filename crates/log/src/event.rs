//! Events, new and stored, with their hashes. Nothing here interprets their contents.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::act::{Act, ActKind};
use crate::ids::GameId;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;

/// The hash of one event.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// Returns the whole hash in hexadecimal.
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

/// The empty list of facts or draws.
pub const NOTHING: &str = "[]";

/// Random bytes of an event, from which the blindings of its leaves are derived
/// (`chain/blinded.rs`).
pub type Nonce = [u8; 16];

/// An event that is about to be stored. `act`, `facts` and `draws` are JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEvent {
    /// When it happened.
    pub at: DateTime<Utc>,
    /// The kind of the act, for queries.
    pub kind: String,
    /// The seat that acted, or that the act is about.
    pub seat: Option<Seat>,
    /// The act, as JSON.
    pub act: String,
    /// Who may know of the event and of each of its facts (`chain/by_visibility.rs`).
    pub known: String,
    /// The facts, as a JSON list.
    pub facts: String,
    /// The draws, as a JSON list.
    pub draws: String,
    /// Random bytes from which its blindings are derived.
    pub nonce: Nonce,
}

/// A stored event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEvent {
    /// Its position among the events of all games, without gaps.
    pub position: u64,
    /// The game it belongs to.
    pub game: GameId,
    /// Its number in its game, from 1.
    pub seq: Seq,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// The kind of the act, for queries.
    pub kind: String,
    /// The seat that acted, or that the act is about.
    pub seat: Option<Seat>,
    /// The act, as JSON.
    pub act: String,
    /// Who may know of the event and of each of its facts (`chain/by_visibility.rs`).
    pub known: String,
    /// The facts, as a JSON list.
    pub facts: String,
    /// The draws, as a JSON list.
    pub draws: String,
    /// Random bytes from which its blindings are derived.
    pub nonce: Nonce,
    /// Its hash, which includes the hash before it.
    pub hash: Hash,
}

impl StoredEvent {
    /// Returns whether its act is of that kind.
    pub fn is(&self, kind: ActKind) -> bool {
        self.kind == kind.word()
    }

    /// Returns why the act cannot have led to these facts and draws under any rules, or `None` if
    /// it can.
    pub fn misfit(&self, act: &Act) -> Option<&'static str> {
        let (facts, draws) = (self.facts != NOTHING, self.draws != NOTHING);
        match act {
            _ if !act.is_decided() && (facts || draws) => {
                Some("has facts or draws, but acts of this kind have none")
            }
            _ if draws && !facts => Some("has draws but no facts"),
            _ if draws && !act.may_draw() => Some("has draws, but acts of this kind have none"),
            Act::Started | Act::Ordered { .. } if !facts => {
                Some("has no facts, so it should not have been stored")
            }
            _ => None,
        }
    }
}
