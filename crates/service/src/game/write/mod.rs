//! The write path: storing the events of a game with everything that depends on them, once.

pub(crate) mod commit;
#[cfg(test)]
mod conduct_cases;
#[cfg(test)]
mod hidden_bot_tests;
#[cfg(test)]
mod hidden_timing_tests;
#[cfg(test)]
mod histories;
pub(crate) mod idempotent;
pub mod rebuild;
pub mod rules_version;
