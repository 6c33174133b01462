//! What only SQLite understands: the file, opened, locked, brought to its schema, written to by
//! one task, read in packed rows, copied and looked over.

mod backup;
pub mod compact;
pub mod copies;
mod decisions;
pub(in crate::store) mod gate;
mod integrity;
pub(in crate::store) mod jobs;
pub(in crate::store) mod lock;
pub mod mark;
pub(in crate::store) mod open;
mod round;
mod schema;
#[cfg(test)]
mod tests;
mod trials;
pub(in crate::store) mod writer;
