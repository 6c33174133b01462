//! R1 Components: what is in the box. Ids, the tables of `data.json`, names and goods, without
//! rules or state.
//!
//! In order of dependency: `kinds`, `raw` (the file as written), `ids`, `tables`, `compile`,
//! `data`, `names`.

pub mod compile;
pub mod data;
pub mod goods;
pub mod ids;
pub mod kinds;
pub mod names;
pub mod raw;
pub mod seats;
pub mod tables;
