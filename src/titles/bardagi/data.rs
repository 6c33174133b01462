//! `data.json`, read once into tables that the rules can look things up in. Figures, no rules.
//!
//! Prices and limits of the rules' own making stand as constants beside the rules that use them;
//! a test compares them with the file.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::names::{Area, Areas, Building, Kind, Map, Node};
use super::raw;

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
    pub homes: [Option<Area>; 5],
    /// The sea graph: ocean squares and harbours.
    pub links: BTreeMap<Node, Vec<Node>>,
}

#[derive(Debug)]
pub struct TileData {
    pub slug: String,
    pub name: String,
    pub building: Building,
    /// 1 or 2.
    pub level: u8,
    pub copies: u8,
    pub text: String,
}

/// The tables.
pub fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    DATA.get_or_init(|| raw::compile(include_str!("data.json")))
}

#[cfg(test)]
mod tests {
    use super::super::names::{Colour, Tile};
    use super::*;

    #[test]
    fn both_boards_are_what_the_rules_say() {
        for area in Area::all() {
            for beside in Area::of(area.beside()) {
                assert!(beside != area && beside.beside() & area.bit() != 0);
                assert_eq!(beside.map(), area.map());
            }
            assert_eq!(area.data().harbour, !Node::at(area).links(area.map()).is_empty());
        }
        let count =
            |map: Map, kind: Kind| Area::of(map.areas()).filter(|area| area.kind() == kind).count();
        let kinds = [Kind::Home, Kind::Forest, Kind::Sheep, Kind::Cattle, Kind::Quarry, Kind::Iron];
        assert_eq!(kinds.map(|kind| count(Map::SUMMER, kind)), [5, 10, 10, 10, 5, 5]);
        assert_eq!(kinds.map(|kind| count(Map::WINTER, kind)), [4, 8, 6, 6, 4, 4]);
        let kinds = [Kind::Gold, Kind::Village, Kind::Camp, Kind::Sacred];
        assert_eq!(kinds.map(|kind| count(Map::SUMMER, kind)), [10, 7, 5, 4]);
        assert_eq!(kinds.map(|kind| count(Map::WINTER, kind)), [6, 4, 4, 2]);
        assert_eq!(Map::WINTER.home(Colour::from_slug("black").expect("a colour")), None);
        for colour in Colour::all() {
            let home = Map::SUMMER.home(colour).expect("summer has five homes");
            assert_eq!(home.kind(), Kind::Home);
        }
    }

    #[test]
    fn the_sea_is_the_same_both_ways() {
        for map in Map::all() {
            for (node, links) in &data().maps[map.index()].links {
                for link in links {
                    assert!(link.links(map).contains(node), "{} {}", node.slug(), link.slug());
                }
            }
        }
    }

    #[test]
    fn there_are_45_tiles() {
        let copies = |level| {
            Tile::all().map(Tile::data).filter(|t| t.level == level).map(|t| t.copies).sum::<u8>()
        };
        assert_eq!((copies(1), copies(2)), (30, 15));
    }
}
