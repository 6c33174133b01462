//! `data.json`, read once into tables that the rules can look things up in.

use std::sync::OnceLock;

use super::compile::compile;
use super::map::MapData;
use super::units::UnitData;

pub struct Data {
    /// In the order of [`super::MapId`].
    pub maps: Vec<MapData>,
    /// In the order of [`super::Kind`].
    pub units: Vec<UnitData>,
}

/// The tables.
pub fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    DATA.get_or_init(|| compile(include_str!("../data.json")))
}
