//! Tests that compare the tables with the rules.

use super::areas::Area;
use super::data::data;
use super::ids::Node;
use super::kinds::{Colour, Kind, Map};
use super::tiles::Tile;

#[test]
fn both_boards_match_the_rules() {
    for area in Area::all() {
        assert_eq!(Area::from_slug(area.slug()), Some(area));
        for neighbours in Area::of(area.neighbours()) {
            assert!(neighbours != area && neighbours.neighbours() & area.bit() != 0);
            assert_eq!(neighbours.map(), area.map());
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
fn sea_adjacency_is_symmetric() {
    for map in Map::all() {
        for (number, links) in data().maps[map.index()].links.iter().enumerate() {
            let node = Node(number as u8);
            for link in links {
                assert!(link.links(map).contains(&node), "{} {}", node.slug(), link.slug());
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
