//! Cards and goods by number: plans, sides of a lot, and what stands at their places.

use super::kinds::{Good, Unit};

/// Cards by unit: b, g, k, n.
pub type Mix = [u8; Unit::COUNT];
/// Goods in their order, then gold: one side of a lot.
pub type Lot = [u8; 7];

/// Cards of each unit that a player has (R1.2).
pub const CARDS: u8 = 6;

/// What stands at a place of a lot, in words: a good, or gold.
pub fn item(place: usize) -> &'static str {
    if place < Good::COUNT { Good(place as u8).slug() } else { "gold" }
}

/// Cards in words: "2 Berserkur, 2 Godi, 2 Kaupmadur".
pub fn mix(cards: Mix) -> String {
    let some = Unit::all().filter(|unit| cards[unit.index()] > 0);
    let words: Vec<String> =
        some.map(|unit| format!("{} {}", cards[unit.index()], unit.name())).collect();
    if words.is_empty() { "no cards".into() } else { words.join(", ") }
}
