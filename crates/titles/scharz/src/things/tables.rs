//! What is read from `data.json`, as the rules look it up.

use super::ids::{Field, Fields};
use super::kinds::{Climate, Hazard, MapId, Terrain};
use super::powers::{Aid, Powers};

pub struct Data {
    /// In the order of [`MapId`].
    pub maps: Vec<MapData>,
    /// In the order of unit types.
    pub units: Vec<UnitData>,
}

/// What kind of field it is (R6.1).
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
    /// In the order of the sheet.
    pub factions: Vec<FactionData>,
    /// Rivers that ships of the North go up: fields in a row, the first perhaps a sea.
    pub rivers: Vec<Vec<Field>>,
    /// Land borders that the Danubius cuts, each with its section.
    pub crossings: Vec<(Field, Field, Field)>,
    pub right_bank: Fields,
    pub left_bank: Fields,
    /// River sections, in the order of the data.
    pub sections: Vec<Field>,
}

pub struct FieldData {
    /// As facts write it: map and slug.
    pub key: String,
    pub slug: String,
    pub name: String,
    pub ground: Ground,
    pub terrain: Terrain,
    pub with_brown: bool,
    pub with_turquoise: bool,
    pub stormy: bool,
    /// 0 or 1: which of the map's climates; seas have none.
    pub region: usize,
    pub zone: u8,
    pub beside: Fields,
    /// Those of `beside` that lie across a black line.
    pub black: Fields,
    /// Those of `beside` that lie across the Danubius.
    pub over_river: Fields,
    /// Whether it is the oasis of the roads.
    pub oasis: bool,
}

pub struct HomelandData {
    pub slug: String,
    pub name: String,
    pub zone: u8,
    /// In the order of the data: the defaults take the first.
    pub fields: Vec<Field>,
    /// Places in the map's list of factions.
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

/// The figures of a type, from the table of units.
pub struct UnitData {
    pub name: String,
    pub lives: u8,
    /// Room it takes on a ship; none cannot be carried.
    pub size: Option<u8>,
    pub feed: u8,
    /// Grain it eats beside its food.
    pub extra: u8,
    /// Prestige when it is destroyed.
    pub worth: u8,
    pub salary: u8,
    /// What it is worth, by mode of play.
    pub value: [u8; 4],
    /// Gold when it is lowered: on the field of an own settlement (a city for heavy infantry, the
    /// quay for ships), and elsewhere.
    pub refund: [u16; 2],
}
