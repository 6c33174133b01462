//! Whole installations: moves, several nodes and versions.

mod administered;
pub mod ahead;
mod carried;
mod moved;
mod moved_set_back;
mod standing;
mod two_nodes;
