//! Everything specific to SQLite: opening, locking and migrating the file, the writer task, packed
//! reads, backups and verification.

pub(crate) mod backup;
pub(crate) mod catalogue;
pub mod compact;
pub mod copies;
pub(crate) mod decisions;
mod fault_injection;
pub(crate) mod gate;
pub mod high_water_mark;
mod integrity;
mod job_batch;
pub(crate) mod jobs;
pub(crate) mod lock;
pub(crate) mod old_schema;
pub(crate) mod open;
pub mod owner;
pub(crate) mod schema;
#[cfg(test)]
mod tests;
pub(crate) mod writer;
