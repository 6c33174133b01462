//! The raw structure of `data.json`.

use serde::Deserialize;

use super::kinds::Kind;

#[derive(Deserialize)]
pub struct Raw {
    pub maps: Maps,
    pub upgrades: Upgrades,
}

#[derive(Deserialize)]
pub struct Maps {
    pub summer: RawMap,
    pub winter: RawMap,
}

#[derive(Deserialize)]
pub struct RawMap {
    pub areas: Vec<RawArea>,
    pub ocean_squares: Vec<Square>,
}

#[derive(Deserialize)]
pub struct RawArea {
    pub slug: String,
    pub name: String,
    pub kind: Kind,
    pub region: String,
    pub harbour: bool,
    pub neighbours: Vec<String>,
}

#[derive(Deserialize)]
pub struct Square {
    pub id: String,
    pub links: Vec<String>,
}

#[derive(Deserialize)]
pub struct Upgrades {
    pub tiles: Vec<RawTile>,
}

#[derive(Deserialize)]
pub struct RawTile {
    pub id: String,
    pub name: String,
    pub building: String,
    pub level: u8,
    pub count: u8,
    pub text: String,
}
