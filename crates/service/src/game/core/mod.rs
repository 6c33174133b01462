//! A game in memory: folding the log, working on a copy, what is stored with it, and the cache of
//! folded games.

pub(crate) mod allowance;
pub mod at_table;
pub(crate) mod batch;
pub(crate) mod begins;
pub(crate) mod conduct;
pub(crate) mod damage;
pub(crate) mod depth;
pub mod folded;
pub(crate) mod game_cache;
pub(in crate::game) mod heartbeat;
pub mod invited;
pub mod log;
pub(crate) mod marks;
pub(crate) mod narration;
#[cfg(test)]
pub(crate) mod opened;
pub(crate) mod request;
pub(crate) mod side_writes;
pub mod turns;
pub mod wishes;

/// Maximum number of attempts on write conflicts, before the caller gets an error.
pub(in crate::game) const TRIES: usize = 4;
