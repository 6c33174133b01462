//! Use cases, through the service alone: orders, clocks, letters, seats, sign-in, audit.

mod addresses;
mod backups;
mod bell;
mod clocks;
pub mod ends;
mod erasure;
mod floods;
mod forged_forks;
mod forks;
mod invitations;
mod kept_letters;
mod lost_and_found;
mod moderation;
mod named;
mod notes;
mod once;
mod orders;
mod overlaps;
mod post;
mod receipts;
mod replaced;
pub mod rewind_votes;
pub mod rewinds;
mod ruled;
mod seals;
mod seats;
mod sign_in;
mod stops;
mod talk;
mod tampering;
mod turn_letters;

/// The title these tests are played with; they know nothing else about it.
const TITLE: &str = "gotlandia";
