//! The phases besides the action phase.

pub mod build;
pub mod claim;
pub mod plan;
