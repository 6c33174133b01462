//! A game's id, and an event's place in it.

use std::fmt;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use ravenpost_rules::numbers::Seq;

/// An event of a game: its number, and when it happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct At {
    /// Its number among all events of the game.
    pub seq: Seq,
    /// The moment at which it happened, in UTC.
    pub time: DateTime<Utc>,
}

/// A game's id: twelve letters and digits, good in addresses of pages and of mail.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(Arc<str>);

/// Digits and letters without those that are mistaken for others (i, l, o, u).
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

impl GameId {
    /// The id that random bytes make: five bits of each count.
    pub fn from_bytes(bytes: [u8; 12]) -> GameId {
        let letter = |byte: &u8| char::from(ALPHABET[usize::from(byte & 31)]);
        GameId(bytes.iter().map(letter).collect::<String>().into())
    }

    /// Reads an id as people or tables give it; nothing when it can be none.
    pub fn parse(text: &str) -> Option<GameId> {
        let good = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        ((1..=32).contains(&text.len()) && text.bytes().all(good)).then(|| GameId(text.into()))
    }

    /// The id as it stands in addresses, files and tables.
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
        GameId::parse(text).ok_or("that is no game's id")
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
