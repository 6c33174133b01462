//! Game components: names, tables, prices.

pub(super) mod areas;
mod compile;
mod data;
pub mod goods;
pub(super) mod ids;
pub(super) mod kinds;
pub mod prices;
mod raw;
mod tables;
#[cfg(test)]
mod tests;
pub(super) mod tiles;
pub(super) mod who;
pub mod words;
