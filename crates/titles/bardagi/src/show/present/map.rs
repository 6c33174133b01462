//! The two drawable boards. Terrain and homes (R3) come from their files.

use super::symbols::{CARD_SYMBOLS, SYMBOLS};
use ravenpost_rules::view::scene::Board;

/// Disks, Axe tokens and Runes lie where they are until they are removed.
const MARKERS: &[&str] = &["disks", "axe", "rune", "runes", "curse", "theirs"];

/// The large island, for two to five.
pub static SUMMER: Board = Board {
    key: "bardagi-summer",
    name: "Bardagi",
    geometry: include_str!("../../map/summer.json"),
    symbols: SYMBOLS,
    card_symbols: CARD_SYMBOLS,
    groups: &[],
    shore_marks: &[],
    on_borders: false,
    part: None,
    minor: &[],
    markers: MARKERS,
    legend: super::legend::LEGEND,
};

/// The islands, for two or three.
pub static WINTER: Board = Board {
    key: "bardagi-winter",
    name: "Bardagi",
    geometry: include_str!("../../map/winter.json"),
    symbols: SYMBOLS,
    card_symbols: CARD_SYMBOLS,
    groups: &[],
    shore_marks: &[],
    on_borders: false,
    part: None,
    minor: &[],
    markers: MARKERS,
    legend: super::legend::LEGEND,
};
