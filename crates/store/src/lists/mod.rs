//! Lists derived from the log, counters and settings.

pub mod counters;
pub mod dangling;
pub mod deadlines;
pub mod derived;
pub mod forks;
pub mod games;
pub mod leases;
pub mod nodes;
pub mod rewrite;
pub mod saved_forms;
pub mod settings;
