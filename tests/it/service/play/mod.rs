//! Orders and what players are told about them.

pub mod long_games;
mod lost_and_found;
mod notes;
mod once;
mod orders;
mod post;
mod ruled;
pub(super) mod sheets;
mod talk;
mod turn_emails;
