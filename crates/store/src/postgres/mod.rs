//! What only PostgreSQL understands: connections, the schema, one transaction a job, and the bell
//! by which nodes wake each other.

mod bell;
pub mod clock;
pub(crate) mod decisions;
mod open;
mod schema;
pub(crate) mod writer;
