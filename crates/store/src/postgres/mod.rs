//! Everything specific to PostgreSQL: connections, schema, one transaction per job, and
//! notifications between nodes.

pub(crate) mod catalogue;
pub mod clock;
pub(crate) mod decisions;
pub(crate) mod held;
mod listener;
pub(crate) mod open;
mod pulse;
mod roles;
pub(crate) mod schema;
pub mod spent;
pub mod standing;
#[cfg(test)]
mod tests;
pub(crate) mod writer;
