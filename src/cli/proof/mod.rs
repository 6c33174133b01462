//! Commands that check the log, exported games and saved emails, and the keys that sign seals.

pub(super) mod audit;
mod finding;
mod keys;
pub(super) mod seals;
pub(super) mod verify;
pub(super) mod verify_dice;
pub(super) mod verify_email;
