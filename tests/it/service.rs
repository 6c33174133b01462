//! Use cases, through the service alone: orders, clocks, letters, seats, sign-in, audit.

mod addresses;
mod backups;
mod bell;
mod clocks;
pub mod conduct;
mod contracts;
mod damaged;
pub mod ends;
mod epochs;
mod erasure;
mod erasure_killed;
mod erasure_roles;
mod floods;
mod forged;
mod forged_forks;
mod forks;
mod invitations;
mod kept_letters;
mod known_forks;
pub mod long_games;
mod lost_and_found;
mod missed;
mod moderation;
mod named;
mod notes;
mod once;
mod orders;
mod overlaps;
mod post;
mod receipts;
pub mod replaced;
pub mod rewind_votes;
pub mod rewinds;
mod ruled;
mod salts;
mod seals;
mod seats;
mod sign_in;
mod stops;
mod talk;
mod tampering;
mod turn_letters;
mod vote_letters;
mod who_may;

/// The title these tests are played with; they know nothing else about it.
const TITLE: &str = "gotlandia";
