//! The parts of `data.json` that the tables are compiled from.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::powers::Aid;

#[derive(Deserialize)]
pub struct Raw {
    pub units: RawUnits,
    pub maps: Vec<RawMap>,
}

#[derive(Deserialize)]
pub struct RawUnits {
    pub types: BTreeMap<String, RawUnit>,
}

#[derive(Deserialize)]
pub struct RawUnit {
    pub name: String,
    pub lives: u8,
    pub ship_size: Option<u8>,
    pub feed: u8,
    pub feed_grain: u8,
    pub pp: u8,
    pub fast_salary: u8,
    pub value: Figure,
    pub refund_in: Option<u16>,
    pub refund_out: Option<u16>,
}

/// One figure for all modes, or one for each.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum Figure {
    One(u8),
    Each { fast: u8, basic: u8, original: u8, extended: u8 },
}

#[derive(Deserialize)]
pub struct RawMap {
    pub id: String,
    pub name: String,
    pub year: String,
    pub climates: BTreeMap<String, String>,
    pub fields: Vec<RawField>,
    pub black_lines: Vec<[String; 2]>,
    pub homelands: Vec<RawHomeland>,
    pub factions: BTreeMap<String, RawFaction>,
    #[serde(default)]
    pub ship_rivers: Vec<RawRiver>,
    pub black_river: Option<BlackRiver>,
}

#[derive(Deserialize)]
pub struct RawField {
    pub slug: String,
    pub name: String,
    pub kind: String,
    pub colour: Option<String>,
    #[serde(default)]
    pub with: Vec<String>,
    pub climate: Option<usize>,
    pub zone: u8,
    pub sea: Option<String>,
    pub neutral: Option<String>,
    pub tags: Vec<String>,
    pub adjacent: Vec<String>,
}

#[derive(Deserialize)]
pub struct RawHomeland {
    pub slug: String,
    pub name: String,
    pub zone: u8,
    pub fields: Vec<String>,
    pub factions: Vec<String>,
    #[serde(default)]
    pub aid: Vec<Aid>,
}

#[derive(Deserialize)]
pub struct RawFaction {
    pub name: String,
    pub powers: Vec<RawPower>,
}

/// A power: its id, and its figures.
#[derive(Deserialize)]
pub struct RawPower {
    pub id: String,
    pub field: Option<String>,
    pub sea: Option<String>,
    #[serde(rename = "where")]
    pub place: Option<String>,
    pub outside: Option<String>,
    pub colour: Option<String>,
    pub full: Option<u8>,
    pub with: Option<u8>,
    pub gold: Option<i32>,
    pub amount: Option<i32>,
    pub ships: Option<u8>,
    pub village: Option<u8>,
    pub city: Option<u8>,
    pub units: Option<u8>,
    pub count: Option<u8>,
    pub per: Option<u8>,
    pub pigs: Option<u8>,
    pub sheep: Option<u8>,
    pub faction: Option<String>,
}

#[derive(Deserialize)]
pub struct RawRiver {
    pub course: Vec<String>,
}

#[derive(Deserialize)]
pub struct BlackRiver {
    pub sections: Vec<Section>,
    pub right_bank: Vec<String>,
    pub left_bank: Vec<String>,
}

#[derive(Deserialize)]
pub struct Section {
    pub slug: String,
    pub crossings: Vec<[String; 2]>,
}
