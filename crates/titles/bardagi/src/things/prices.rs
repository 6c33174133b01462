//! Prices and amounts used by several chapters.

use super::kinds::Good;
use super::tiles::Tile;

/// Goods for a refill (R11.7).
pub const REFILL: u8 = 4;
/// Verslun disks for an area: one onto it, one to the pile (R11.1).
pub const LAND: u8 = 2;
/// Hides the Tannery sells in a turn (R11.12).
pub const TANNED: u8 = 4;
/// Hof disks for converting: one onto the area, one to the town (R10.1).
pub const FAITH: u8 = 2;
/// Gold for removing a Rune (R10.20).
pub const CLEANSING: u16 = 1;

/// The price of a tile in goods and gold (R13.3), by level.
pub struct Price {
    pub goods: [u8; Good::COUNT],
    pub gold: u16,
}

pub fn price(tile: Tile) -> Price {
    match tile.data().level {
        1 => Price { goods: [3, 0, 0, 0, 0, 1], gold: 1 },
        _ => Price { goods: [0, 0, 0, 0, 3, 2], gold: 2 },
    }
}

/// Glory of a new tile (R13.7); none for a replacement (R13.8).
pub fn glory(tile: Tile, old: Option<Tile>) -> u16 {
    match (old, tile.data().level) {
        (Some(_), _) => 0,
        (None, 1) => 3,
        (None, _) => 5,
    }
}
