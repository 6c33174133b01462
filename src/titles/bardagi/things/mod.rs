//! What the box holds: names, tables, prices.

mod areas;
mod compile;
mod data;
pub mod goods;
mod ids;
mod kinds;
pub mod prices;
mod raw;
mod tables;
#[cfg(test)]
mod tests;
mod tiles;
pub mod voice;
mod who;
pub mod words;

pub use areas::{Area, Place};
pub use goods::{Lot, Mix};
pub use ids::{Areas, Node};
pub use kinds::{Building, Colour, Good, Kind, Map, Pile, Rune, Unit};
pub use tiles::Tile;
pub use who::Who;
