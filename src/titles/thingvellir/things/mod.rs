//! What the box holds: ids, tables and names.

pub mod data;
pub mod names;
mod raw;
