//! Use cases, through the service alone: orders, clocks, letters, seats, sign-in, audit.

mod bell;
mod clocks;
mod lost_and_found;
mod orders;
mod post;
mod seats;
mod sign_in;

/// The title these tests are played with; they know nothing else about it.
const TITLE: &str = "gotlandia";
