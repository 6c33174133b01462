//! The compiled tables of `data.json`, as the rules use them.

use super::ids::{Field, Fields};
use super::kinds::{Climate, Hazard, MapId, Terrain};
use super::powers::{Aid, Powers};

pub struct Data {
    /// In the order of [`MapId`].
    pub maps: Vec<MapData>,
    /// In the order of unit types.
    pub units: Vec<UnitData>,
}

/// The kind of a field (R6.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    Land,
    Sea,
    River,
    Neutral(Hazard),
}

pub struct MapData {
    pub id: MapId,
    pub name: String,
    pub year: String,
    pub climates: [Climate; 2],
    /// All fields, in the order of their slugs.
    pub fields: Vec<FieldData>,
    /// All homelands, in the order of their slugs.
    pub homelands: Vec<HomelandData>,
    /// In the order of the data file.
    pub factions: Vec<FactionData>,
    /// Rivers navigable for ships of the North, as sequences of fields; the first may be a sea.
    pub rivers: Vec<Vec<Field>>,
    /// Land borders crossed by the Danubius, each with its section.
    pub crossings: Vec<(Field, Field, Field)>,
    pub right_bank: Fields,
    pub left_bank: Fields,
    /// River sections, in the order of the data.
    pub sections: Vec<Field>,
}

pub struct FieldData {
    /// As facts serialise it: map and slug.
    pub key: String,
    pub slug: String,
    pub name: String,
    pub ground: Ground,
    pub terrain: Terrain,
    pub with_brown: bool,
    pub with_turquoise: bool,
    pub stormy: bool,
    /// 0 or 1: index into the map's climates; seas have none.
    pub region: usize,
    pub zone: u8,
    pub neighbours: Fields,
    /// The fields of `neighbours` across a black line.
    pub black: Fields,
    /// The fields of `neighbours` across the Danubius.
    pub over_river: Fields,
    /// Whether it is the oasis of the roads.
    pub oasis: bool,
}

pub struct HomelandData {
    pub slug: String,
    pub name: String,
    pub zone: u8,
    /// In the order of the data; defaults use the first.
    pub fields: Vec<Field>,
    /// Indices into the map's list of factions.
    pub factions: Vec<u8>,
    pub aid: Vec<Aid>,
}

pub struct FactionData {
    pub slug: String,
    pub name: String,
    pub powers: Powers,
    /// All land of all homelands it may have (R7.12).
    pub home: Fields,
}

impl MapData {
    pub fn all(&self) -> impl Iterator<Item = Field> + Clone + use<> {
        let (id, count) = (self.id, self.fields.len());
        (0..count).map(move |at| Field::new(id, at))
    }
}

/// The figures of a type from the table of units.
pub struct UnitData {
    pub name: String,
    pub lives: u8,
    /// Size on a ship; `None` if it cannot be carried.
    pub size: Option<u8>,
    pub feed: u8,
    /// Grain it eats in addition to its food.
    pub extra: u8,
    /// Prestige for its destruction.
    pub worth: u8,
    pub salary: u8,
    /// Its value, by mode.
    pub value: [u8; 4],
    /// Gold when it is lowered on the field of a settlement of its seat (a city for heavy infantry,
    /// the quay for ships), and elsewhere.
    pub refund: [u16; 2],
}
