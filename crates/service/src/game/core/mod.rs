//! A game in memory and the write path: folding the log, working on a copy, storing the events with
//! everything that depends on them, idempotency, and the cache of folded games.

#[cfg(test)]
mod alike_by_bots;
#[cfg(test)]
mod alike_in_time;
pub mod at_table;
pub(crate) mod batch;
pub(crate) mod commit;
pub(crate) mod conduct;
#[cfg(test)]
mod conduct_cases;
pub(crate) mod damage;
pub(crate) mod depth;
pub mod folded;
pub(crate) mod game_cache;
#[cfg(test)]
mod histories;
pub mod log;
pub(crate) mod marks;
pub(crate) mod once;
pub mod rebuild;
pub(crate) mod request;
pub mod ruled;
pub(crate) mod side_writes;
