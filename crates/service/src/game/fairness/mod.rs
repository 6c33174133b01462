//! Checks that anyone can make: draws, receipts, epochs after a restore, and audits.

pub mod audit;
pub(in crate::game) mod decided_again;
pub mod draw_summaries;
pub mod luck;
pub mod receipt;
pub mod renewal;
pub mod verdict;
