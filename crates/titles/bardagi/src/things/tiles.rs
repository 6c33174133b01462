//! Upgrade tiles: the 30 designs, by pile.

use super::data::data;
use super::kinds::Pile;
use super::tables::TileData;
use ravenpost_rules::named::named;

named!(
    /// An upgrade tile design.
    Tile, 30, "tile", |tile| &data().tiles[tile.index()].slug
);
impl Tile {
    /// Stands for a free slot.
    pub const NONE: Tile = Tile(255);
    pub const BOATHOUSE: Tile = Tile(0);
    pub const MEAD_HALL: Tile = Tile(1);
    pub const STABLES: Tile = Tile(2);
    pub const LOOT_STORE: Tile = Tile(3);
    pub const SMITHY: Tile = Tile(4);
    pub const ALCHEMIST: Tile = Tile(5);
    pub const IRON_ALTAR: Tile = Tile(6);
    pub const BULL_ALTAR: Tile = Tile(7);
    pub const SEA_SHRINE: Tile = Tile(8);
    pub const STONE_CIRCLE: Tile = Tile(9);
    pub const MINT: Tile = Tile(10);
    pub const SHIPYARD: Tile = Tile(11);
    pub const MARKET_SQUARE: Tile = Tile(12);
    pub const WEAVER: Tile = Tile(13);
    pub const SAWMILL: Tile = Tile(14);
    pub const TROPHY_HALL: Tile = Tile(15);
    pub const HALL_OF_HEROES: Tile = Tile(16);
    pub const AXE_FORGE: Tile = Tile(17);
    pub const WAR_COUNCIL: Tile = Tile(18);
    pub const CHAMPIONS_HALL: Tile = Tile(19);
    pub const HIGH_TEMPLE: Tile = Tile(20);
    pub const OFFERING_HALL: Tile = Tile(21);
    pub const ORACLE: Tile = Tile(22);
    pub const GREAT_MONUMENT: Tile = Tile(23);
    pub const RUNE_SCHOOL: Tile = Tile(24);
    pub const GUILDHALL: Tile = Tile(25);
    pub const COUNTING_HOUSE: Tile = Tile(26);
    pub const STEWARDS_HOUSE: Tile = Tile(27);
    pub const GREAT_WAREHOUSE: Tile = Tile(28);
    pub const TANNERY: Tile = Tile(29);

    pub fn data(self) -> &'static TileData {
        &data().tiles[self.index()]
    }

    pub fn name(self) -> &'static str {
        &self.data().name
    }

    pub fn pile(self) -> Pile {
        Pile(self.data().building.0 * 2 + self.data().level - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tile_names_match_their_designs() {
        let named = [
            (Tile::BOATHOUSE, "boathouse"),
            (Tile::SMITHY, "smithy"),
            (Tile::ALCHEMIST, "alchemist"),
            (Tile::STONE_CIRCLE, "stone-circle"),
            (Tile::MINT, "mint"),
            (Tile::SAWMILL, "sawmill"),
            (Tile::TROPHY_HALL, "trophy-hall"),
            (Tile::CHAMPIONS_HALL, "champions-hall"),
            (Tile::HIGH_TEMPLE, "high-temple"),
            (Tile::RUNE_SCHOOL, "rune-school"),
            (Tile::GUILDHALL, "guildhall"),
            (Tile::TANNERY, "tannery"),
        ];
        for (tile, slug) in named {
            assert_eq!(tile.slug(), slug);
        }
    }
}
