//! What the tables hold: areas, boards, tiles. Figures, no rules.
//!
//! Prices and limits of the rules' own making stand as constants beside the rules that use them;
//! a test compares them with the file.

use super::ids::{Areas, Node};
use super::kinds::{Building, Kind, Map};

/// Everything in `data.json` that the rules use.
#[derive(Debug)]
pub struct Data {
    /// Summer's areas, then winter's, each in the alphabetical order of their slugs.
    pub areas: Vec<AreaData>,
    pub maps: [MapData; 2],
    /// Names of ocean squares: `o1` and so on, as many as the larger board has.
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
    pub beside: Areas,
}

#[derive(Debug)]
pub struct MapData {
    pub areas: Areas,
    /// Home areas by colour.
    pub homes: [Option<u8>; 5],
    /// The sea graph: what is one square away from each node. Harbours have their area's number.
    pub links: Vec<Vec<Node>>,
}

#[derive(Debug)]
pub struct TileData {
    pub slug: String,
    pub name: String,
    pub building: Building,
    /// The level, 1 or 2.
    pub level: u8,
    pub copies: u8,
    pub text: String,
}
