//! What is derived from the log, counted or set.

pub mod counters;
pub mod deadlines;
pub mod derived;
pub mod forks;
pub mod games;
pub mod leases;
pub mod loose;
pub mod nodes;
pub mod rewrite;
pub mod settings;
