//! Serialises a seat within sessions, aims and setups as its number, and rejects numbers of seats
//! that cannot exist.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

use super::SEATS;
use ravenpost_rules::Seat;

pub fn serialize<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(seat.0)
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
    let seat = Seat::deserialize(deserializer)?;
    let known = (1..=SEATS).contains(&usize::from(seat.0));
    if known { Ok(seat) } else { Err(D::Error::custom("no such seat")) }
}
