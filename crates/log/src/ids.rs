//! The ids of games and the positions of events.

use std::fmt;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use ravenpost_rules::numbers::Seq;

/// The position of an event: its number and its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct At {
    /// The event's number in its game.
    pub seq: Seq,
    /// When it happened, in UTC.
    pub time: DateTime<Utc>,
}

/// A game's id: usually twelve letters and digits that are safe in URLs and email addresses.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(Arc<str>);

/// Digits and letters without those that are easily confused (i, l, o, u).
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

impl GameId {
    /// Makes an id from random bytes, using five bits of each.
    pub fn from_bytes(bytes: [u8; 12]) -> GameId {
        let email = |byte: &u8| char::from(ALPHABET[usize::from(byte & 31)]);
        GameId(bytes.iter().map(email).collect::<String>().into())
    }

    /// Parses an id, or returns `None` if the text cannot be one.
    pub fn parse(text: &str) -> Option<GameId> {
        let good = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        ((1..=32).contains(&text.len()) && text.bytes().all(good)).then(|| GameId(text.into()))
    }

    /// Returns the id as used in URLs, files and tables.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "GameId({})", self.0)
    }
}

impl std::str::FromStr for GameId {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<GameId, &'static str> {
        GameId::parse(text).ok_or("that is not a game id")
    }
}

impl Serialize for GameId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for GameId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameId, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
