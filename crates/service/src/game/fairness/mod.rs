//! Checks that anyone can make: draws, receipts, epochs after a restore, and audits.

pub mod audit;
pub mod draw_summaries;
pub mod explain_draw;
pub mod receipt;
pub(in crate::game) mod redecide;
pub mod renewal;
pub mod verdict;
