//! Compiles the tables of `data.json` once, on first use.

use super::ids::Node;
use super::kinds::{Building, Colour, Kind, Map};
use super::raw::{Raw, RawMap, RawTile};
use super::tables::{AreaData, Data, MapData, TileData};

/// Room for every node's number.
const NODES: usize = 256;

/// Compiles the tables. The file is embedded and covered by tests, so that errors cannot be
/// released.
pub fn compile(text: &str) -> Data {
    let raw: Raw = serde_json::from_str(text).expect("data.json is built in and tested");
    let boards = [&raw.maps.summer, &raw.maps.winter];
    let slugs: Vec<&str> =
        boards.iter().flat_map(|map| &map.areas).map(|area| area.slug.as_str()).collect();
    let area = |slug: &str| {
        let at = slugs.iter().position(|known| *known == slug).expect("areas name areas");
        u8::try_from(at).expect("119 areas")
    };
    let areas = Map::all().flat_map(|map| {
        boards[map.index()].areas.iter().map(move |raw| AreaData {
            slug: raw.slug.clone(),
            name: raw.name.clone(),
            kind: raw.kind,
            map,
            harbour: raw.harbour,
            neighbours: raw.neighbours.iter().fold(0, |set, slug| set | 1 << area(slug)),
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

fn board(map: &RawMap, area: &impl Fn(&str) -> u8) -> MapData {
    let mut homes = [None; 5];
    for raw in map.areas.iter().filter(|raw| raw.kind == Kind::Home) {
        let colour = Colour::all().find(|colour| colour.slug() == raw.region);
        homes[colour.expect("homes lie in colours' regions").index()] = Some(area(&raw.slug));
    }
    let node = |slug: &str| match slug.strip_prefix('o').and_then(|number| number.parse().ok()) {
        Some(number) => Node::ocean(number),
        None => Node(area(slug)),
    };
    let mut links = vec![Vec::new(); NODES];
    for square in &map.ocean_squares {
        let here = node(&square.id);
        for link in &square.links {
            let there = node(link);
            links[here.index()].push(there);
            if !there.is_ocean() {
                links[there.index()].push(here);
            }
        }
    }
    let areas = map.areas.iter().fold(0, |set, raw| set | 1 << area(&raw.slug));
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
