//! Everything specific to PostgreSQL: connections, schema, one transaction per job, and
//! notifications between nodes.

pub(crate) mod catalogue;
pub mod clock;
pub(crate) mod decisions;
mod listener;
pub(crate) mod open;
mod roles;
pub(crate) mod schema;
mod server_check;
pub mod status;
#[cfg(test)]
mod tests;
pub mod usage;
pub(crate) mod writer;
pub(crate) mod writer_lock;
