//! What people say beside the board and what they note for themselves: no part of any game.

pub mod messages;
pub mod mutes;
pub mod notes;
pub mod progress;
pub mod read_marks;
