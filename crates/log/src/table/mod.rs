//! A table as its acts make it: who sits where, whose clock runs since when, what is put to the
//! vote, and how far the game has come. Folded from acts and nothing else.

pub mod absent;
mod bank;
pub mod clocks;
mod count;
mod fold;
pub mod grants;
pub mod idle;
pub mod leave;
pub mod moments;
pub mod opens;
pub mod pending;
pub mod proposal;
pub mod record;
mod seats;
pub mod sheets;
pub mod status;
mod still;
pub mod vacation;
