//! What the box holds: the ids of things, the tables of `data.json`, names and goods. No rule and
//! no game in here.

pub mod compile;
pub mod data;
pub mod goods;
pub mod names;
pub mod raw;
