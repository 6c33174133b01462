//! Care of stored data: erasing a person, deleting what is obsolete, and finding invalid rows.

pub mod cleanup;
mod dangling_rows;
pub mod erase;
