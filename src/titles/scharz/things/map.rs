//! The six maps: fields, homelands, factions, rivers.

use super::data;
use super::field::{Field, Fields};
use super::kinds::{Climate, Terrain};
use super::powers::Powers;
use super::words::words;

words!(MapId, "map", {
    Italia = "italia",
    Britannia = "britannia",
    Vikings = "vikings",
    Taifas = "taifas",
    Orient = "orient",
    Huns = "huns",
});

impl MapId {
    pub fn data(self) -> &'static MapData {
        &data().maps[self.index()]
    }
}

/// What kind of field it is (R6.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    Land,
    Sea,
    River,
    Neutral(Hazard),
}

words!(
    /// What waits on a neutral field (R11.6).
    Hazard, "neutral field", {
        Barbarorum = "barbarorum",
        Desert = "desert",
        Road = "road",
        Belgica = "belgica",
    }
);

pub struct MapData {
    pub id: MapId,
    pub name: String,
    pub year: String,
    pub climates: [Climate; 2],
    /// By slug.
    pub fields: Vec<FieldData>,
    /// By slug.
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
