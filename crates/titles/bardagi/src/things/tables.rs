//! The compiled tables of areas, boards and tiles, without rules.
//!
//! Prices and limits are constants beside the rules that use them; a test compares them with the
//! file.

use super::ids::{Areas, Node};
use super::kinds::{Building, Kind, Map};

/// Everything in `data.json` that the rules use.
#[derive(Debug)]
pub struct Data {
    /// Areas of summer, then of winter, each in alphabetical order of slugs.
    pub areas: Vec<AreaData>,
    pub maps: [MapData; 2],
    /// Names of ocean squares, `o1` and so on, as many as the larger board has.
    pub squares: Vec<String>,
    pub tiles: Vec<TileData>,
}

#[derive(Debug)]
pub struct AreaData {
    pub slug: String,
    pub name: String,
    pub kind: Kind,
    pub map: Map,
    pub harbour: bool,
    pub neighbours: Areas,
}

#[derive(Debug)]
pub struct MapData {
    pub areas: Areas,
    /// Home areas by colour.
    pub homes: [Option<u8>; 5],
    /// The sea graph: the nodes one square away from each node. Harbours have their area's number.
    pub links: Vec<Vec<Node>>,
}

#[derive(Debug)]
pub struct TileData {
    pub slug: String,
    pub name: String,
    pub building: Building,
    pub level: u8,
    pub copies: u8,
    pub text: String,
}
