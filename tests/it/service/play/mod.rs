//! Orders and what players are told about them.

mod chat;
mod email_state;
mod idempotency;
pub mod long_games;
mod notes;
mod orders;
mod rendering;
mod rules_versions;
pub(super) mod sheets;
mod turn_emails;
