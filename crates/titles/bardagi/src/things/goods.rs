//! Cards and goods by number: plans, sides of a lot, and their items.

use super::kinds::{Good, Unit};

/// Cards by unit: b, g, k, n.
pub type Mix = [u8; Unit::COUNT];
/// One side of a lot: goods in their order, then gold.
pub type Lot = [u8; 7];

/// Cards of each unit that a player has (R1.2).
pub const CARDS: u8 = 6;

/// The name of the item at an index of a lot: a good, or gold.
pub fn item(place: usize) -> &'static str {
    if place < Good::COUNT { Good(place as u8).slug() } else { "gold" }
}

pub fn mix(cards: Mix) -> String {
    let some = Unit::all().filter(|unit| cards[unit.index()] > 0);
    let words: Vec<String> =
        some.map(|unit| format!("{} {}", cards[unit.index()], unit.name())).collect();
    if words.is_empty() { "no cards".into() } else { words.join(", ") }
}
