//! The state of a table, folded from its acts alone: seats, clocks, votes, and the game's status.

pub mod absent;
mod answers;
mod bank;
pub mod clock_state;
pub mod clocks;
mod count;
mod fold;
pub mod idle;
pub mod leave;
pub mod moments;
pub mod proposal;
pub mod record;
pub mod seats;
pub mod sheets;
pub mod status;
mod stop_effects;
pub mod stops;
pub mod vacation;
