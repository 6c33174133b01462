//! Maintains stored data: erases people, deletes obsolete rows, and finds invalid ones.

pub mod cleanup;
mod dangling_rows;
pub mod erase;
