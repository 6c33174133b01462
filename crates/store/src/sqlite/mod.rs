//! Everything specific to SQLite: opening, locking and migrating the file, the writer task, packed
//! reads, backups and verification.

pub(crate) mod backup;
pub(crate) mod catalogue;
pub mod compact;
pub mod copies;
pub(crate) mod decisions;
pub(crate) mod gate;
mod integrity;
pub(crate) mod jobs;
pub(crate) mod lock;
pub mod mark;
pub(crate) mod open;
mod round;
pub(crate) mod schema;
pub(crate) mod stand_in;
#[cfg(test)]
mod tests;
mod trials;
pub(crate) mod writer;
