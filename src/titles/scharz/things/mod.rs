//! What the box holds: maps and their fields, units, herds, buildings, factions and their powers.

mod compile;
mod data;
mod field;
mod home;
pub mod ids;
pub mod kinds;
mod map;
pub mod powers;
mod raw;
mod tables;
mod units;
pub mod words;

pub use ids::{Faction, Field, Fields, Homeland};
pub use kinds::{Building, Climate, Good, Hazard, Herd, Kind, Level, MapId, Mode, Season, Terrain};
pub use powers::Powers;
pub use tables::Ground;
pub use units::Unit;
