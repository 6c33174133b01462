//! Whole installations: moves, several nodes and versions.

mod administered;
mod database_checks;
mod database_moves;
mod moved_backups;
pub mod newer_games;
mod preserved_state;
mod two_nodes;
