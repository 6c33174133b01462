//! Messages and private notes, which are not part of any game.

pub mod blocks;
pub mod messages;
pub mod mutes;
pub mod notes;
pub mod progress;
pub mod read_marks;
pub mod reports;
