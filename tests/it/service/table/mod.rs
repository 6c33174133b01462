//! The table around a game: seats, the organiser, votes and forks.

pub mod conduct;
pub mod ending;
mod forks;
mod known_forks;
mod leaving;
mod moderation;
mod permissions;
pub(super) mod preferences;
pub mod replacements;
pub(super) mod rewind_votes;
pub mod rewinds;
mod seats;
mod silent_votes;
mod vote_emails;
