//! Checks that anyone can make: draws, receipts, epochs after a restore, and audits.

pub mod audit;
pub mod luck;
pub mod luck_told;
pub mod receipt;
pub mod renewal;
pub mod verdict;
