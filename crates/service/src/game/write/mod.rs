//! The write path: storing the events of a game with everything that depends on them, once.

#[cfg(test)]
mod alike_by_bots;
#[cfg(test)]
mod alike_in_time;
pub(crate) mod commit;
#[cfg(test)]
mod conduct_cases;
#[cfg(test)]
mod histories;
pub(crate) mod once;
pub mod rebuild;
pub mod ruled;
