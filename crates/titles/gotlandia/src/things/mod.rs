//! R1 Components: what the box holds. Ids, the tables of `data.json`, names and goods; no rule and
//! no game.
//!
//! From the ground up: `kinds`, `raw` (the file as written), `ids`, `tables`, `compile`, `data`,
//! `names`.

pub mod compile;
pub mod data;
pub mod goods;
pub mod ids;
pub mod kinds;
pub mod names;
pub mod raw;
pub mod seats;
pub mod tables;
