//! What the box holds: maps and their fields, units, herds, buildings, factions and their powers.

mod compile;
mod data;
pub mod field;
pub mod home;
pub mod kinds;
pub mod map;
pub mod powers;
mod raw;
pub mod units;
pub mod words;

pub use data::data;
pub use field::{Field, Fields};
pub use home::{Faction, Homeland};
pub use kinds::{Building, Climate, Good, Herd, Mode, Season, Terrain};
pub use map::{Ground, Hazard, MapData, MapId};
pub use powers::Powers;
pub use units::{Kind, Level, Unit};
