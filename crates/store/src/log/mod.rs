//! What happened, for ever: events and their chain, what witnesses them, how it is looked over.

mod ahead;
pub mod audit;
pub mod checkpoints;
pub mod commit;
pub mod events;
pub mod history;
pub mod idempotency;
pub mod known_heads;
pub mod origins;
pub mod sealing;
pub mod seals;
pub mod secrets;
pub mod unsealed;
