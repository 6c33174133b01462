//! The log: events and their chains, seals, and the audit.

pub mod audit;
pub mod checkpoints;
pub mod commit;
pub mod events;
pub mod history;
pub mod idempotency;
pub mod known_heads;
pub mod origins;
mod precompute;
pub mod sealing;
pub mod seals;
pub mod secrets;
pub mod unsealed;
