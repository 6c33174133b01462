//! The table around a game: seats, the organiser, votes and forks.

pub mod conduct;
pub mod ends;
mod forks;
mod known_forks;
mod leaving;
mod moderation;
pub mod replaced;
pub(super) mod rewind_votes;
pub mod rewinds;
mod seats;
mod silent_votes;
mod vote_emails;
mod who_may;
pub(super) mod wishes;
