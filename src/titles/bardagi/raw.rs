//! `data.json` as it is written, and its compilation into [`Data`]. Used once, at the first look.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::data::{AreaData, Data, MapData, TileData};
use super::names::{Area, Building, Colour, Kind, Map, Node};

#[derive(Deserialize)]
struct Raw {
    maps: Maps,
    upgrades: Upgrades,
}

#[derive(Deserialize)]
struct Maps {
    summer: RawMap,
    winter: RawMap,
}

#[derive(Deserialize)]
struct RawMap {
    areas: Vec<RawArea>,
    ocean_squares: Vec<Square>,
}

#[derive(Deserialize)]
struct RawArea {
    slug: String,
    name: String,
    kind: Kind,
    region: String,
    harbour: bool,
    neighbours: Vec<String>,
}

#[derive(Deserialize)]
struct Square {
    id: String,
    links: Vec<String>,
}

#[derive(Deserialize)]
struct Upgrades {
    tiles: Vec<RawTile>,
}

#[derive(Deserialize)]
struct RawTile {
    id: String,
    name: String,
    building: String,
    level: u8,
    count: u8,
    text: String,
}

/// Makes the tables. The file is built in and read by tests, so that a mistake cannot ship.
pub fn compile(text: &str) -> Data {
    let raw: Raw = serde_json::from_str(text).expect("data.json is built in and tested");
    let boards = [&raw.maps.summer, &raw.maps.winter];
    let slugs: Vec<&str> =
        boards.iter().flat_map(|map| &map.areas).map(|area| area.slug.as_str()).collect();
    let area = |slug: &str| {
        let at = slugs.iter().position(|known| *known == slug).expect("areas name areas");
        Area(u8::try_from(at).expect("119 areas"))
    };
    let areas = Map::all().flat_map(|map| {
        boards[map.index()].areas.iter().map(move |raw| AreaData {
            slug: raw.slug.clone(),
            name: raw.name.clone(),
            kind: raw.kind,
            map,
            harbour: raw.harbour,
            beside: raw.neighbours.iter().fold(0, |set, slug| set | area(slug).bit()),
        })
    });
    let longest = boards.iter().max_by_key(|map| map.ocean_squares.len()).expect("two boards");
    Data {
        areas: areas.collect(),
        maps: boards.map(|map| board(map, &area)),
        squares: longest.ocean_squares.iter().map(|square| square.id.clone()).collect(),
        tiles: raw.upgrades.tiles.iter().map(tile).collect(),
    }
}

fn board(map: &RawMap, area: &impl Fn(&str) -> Area) -> MapData {
    let mut homes = [None; 5];
    for raw in map.areas.iter().filter(|raw| raw.kind == Kind::Home) {
        let colour = Colour::all().find(|colour| colour.slug() == raw.region);
        homes[colour.expect("homes lie in colours' regions").index()] = Some(area(&raw.slug));
    }
    let node = |slug: &str| match slug.strip_prefix('o').and_then(|number| number.parse().ok()) {
        Some(number) => Node::ocean(number),
        None => Node::at(area(slug)),
    };
    let mut links: BTreeMap<Node, Vec<Node>> = BTreeMap::new();
    for square in &map.ocean_squares {
        let here = node(&square.id);
        for link in &square.links {
            let there = node(link);
            links.entry(here).or_default().push(there);
            if there.harbour().is_some() {
                links.entry(there).or_default().push(here);
            }
        }
    }
    let areas = map.areas.iter().fold(0, |set, raw| set | area(&raw.slug).bit());
    MapData { areas, homes, links }
}

fn tile(raw: &RawTile) -> TileData {
    let building = Building::from_slug(&raw.building).expect("tiles belong to buildings");
    TileData {
        slug: raw.id.clone(),
        name: raw.name.clone(),
        building,
        level: raw.level,
        copies: raw.count,
        text: raw.text.clone(),
    }
}
