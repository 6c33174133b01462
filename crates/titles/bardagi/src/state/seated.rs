//! How stored facts and views name a seat within a session, an aim or a setup: by its place,
//! counted from 0.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

use super::SEATS;
use ravenpost_rules::Seat;

pub fn serialize<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(seat.0 - 1)
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
    let place = usize::deserialize(deserializer)?;
    if place < SEATS { Ok(Seat::at(place)) } else { Err(D::Error::custom("no such seat")) }
}
