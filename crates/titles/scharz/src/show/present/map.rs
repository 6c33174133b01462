//! The drawable boards of the six maps, complete or cropped for few seats (R6). Terrain and
//! homelands come from their files; a test compares them with `data.json`.

use super::super::super::things::kinds::MapId;
use super::homelands;
use super::symbols::{MINOR, SYMBOLS};
use ravenpost_rules::view::scene::Board;

/// The board of a map for a number of seats.
pub fn board(map: MapId, seats: u8) -> &'static Board {
    let part = match seats {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    };
    &BOARDS[map.index()][part]
}

/// Defines a board: its key, the part it shows, and the map's name and homelands.
macro_rules! board {
    ($file:literal, $key:literal, $part:expr, $name:literal, $groups:expr) => {
        Board {
            key: concat!("scharz-", $file, $key),
            name: $name,
            geometry: include_str!(concat!("../../map/", $file, ".json")),
            symbols: SYMBOLS,
            card_symbols: &[],
            groups: $groups,
            shore_marks: &[],
            on_borders: false,
            part: $part,
            minor: MINOR,
            markers: &["siege"],
            legend: super::legend::LEGEND,
        }
    };
}

/// A map's two parts and the complete map.
macro_rules! boards {
    ($file:literal, $name:literal, $groups:expr) => {
        [
            board!($file, "-1", Some("1"), $name, $groups),
            board!($file, "-2", Some("2"), $name, $groups),
            board!($file, "", None, $name, $groups),
        ]
    };
}

/// In the order of [`MapId`].
static BOARDS: [[Board; 3]; 6] = [
    boards!("italia", "Italia", homelands::ITALIA),
    boards!("britannia", "Britannia", homelands::BRITANNIA),
    boards!("vikings", "Vikings", homelands::VIKINGS),
    boards!("taifas", "Taifas", homelands::TAIFAS),
    boards!("orient", "Orient", homelands::ORIENT),
    boards!("huns", "Huns", homelands::HUNS),
];
