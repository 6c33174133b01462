//! What only SQLite understands: the file, opened, locked, brought to its schema, written to by
//! one task, read in packed rows, copied and looked over.

mod backup;
pub mod compact;
pub mod copies;
mod decisions;
mod gate;
mod integrity;
pub mod lock;
pub mod mark;
pub mod open;
pub mod packed;
mod round;
mod schema;
#[cfg(test)]
mod tests;
mod trials;
pub mod writer;

pub(in crate::store) use gate::Gate;
