//! A game in memory: folding the log, working on a copy, what is stored with it, and the cache of
//! folded games.

pub(crate) mod allowance;
pub mod at_table;
pub(crate) mod batch;
pub(crate) mod conduct;
pub(crate) mod damage;
pub(crate) mod fold_depth;
pub mod folded;
pub(crate) mod fork_start;
pub(crate) mod game_cache;
pub(in crate::game) mod heartbeat;
pub mod invited;
pub mod log;
pub(crate) mod narration;
pub mod preferences;
pub(crate) mod request;
pub(crate) mod return_points;
pub(crate) mod side_writes;
#[cfg(test)]
pub(crate) mod test_table;
pub mod turns;

/// Maximum number of attempts on write conflicts, before the caller gets an error.
pub(in crate::game) const TRIES: usize = 4;
