//! Game components: maps and fields, units, herds, buildings, factions and their powers.

mod compile;
mod data;
mod field;
mod home;
pub mod ids;
pub mod kinds;
mod map;
pub mod powers;
mod raw;
pub(super) mod tables;
pub(super) mod units;
pub mod words;
