//! Compact JSON for parts of a view, to keep pages and emails small.

use serde::Serializer;
use serde::ser::{SerializeMap, SerializeSeq};

use super::super::super::orders::write::push_counted;
use super::super::super::state::Pack;
use super::super::super::things::ids::Card;
use super::{PileView, Settlement, Ships, Sold};

/// Writes cards as a bundle: `2forest+hill`.
pub fn cards<S: Serializer>(pack: &Pack, serializer: S) -> Result<S::Ok, S::Error> {
    let mut text = String::with_capacity(12 * pack.len());
    for same in pack.chunk_by(|one, other| one == other) {
        push_counted(&mut text, same.len(), Card::slug(same[0]));
    }
    serializer.serialize_str(&text)
}

/// Writes ships by direction: `{"ne": 2}`.
pub fn ships<S: Serializer>(ships: &[Ships], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(ships.len()))?;
    for one in ships {
        map.serialize_entry(one.dir.slug(), &one.count)?;
    }
    map.end()
}

/// Writes settlements by district: `{"endre": "farmstead"}`.
pub fn settlements<S: Serializer>(all: &[Settlement], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(all.len()))?;
    for one in all {
        map.serialize_entry(one.district.slug(), one.kind.name())?;
    }
    map.end()
}

/// Writes the seat whose worker stands on each space: `{"wood": 1}`.
pub fn sold<S: Serializer>(all: &[Sold], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(all.len()))?;
    for one in all {
        map.serialize_entry(one.kind.slug(), &one.seat)?;
    }
    map.end()
}

/// Writes top card and size of each pile: `[["stud", 4], ["inn", 2]]`.
pub fn piles<S: Serializer>(all: &[PileView], serializer: S) -> Result<S::Ok, S::Error> {
    let mut seq = serializer.serialize_seq(Some(all.len()))?;
    for one in all {
        seq.serialize_element(&(one.top, one.size))?;
    }
    seq.end()
}
