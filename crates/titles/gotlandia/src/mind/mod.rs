//! What thinks about a state and plays no part in it: for bots, for the secrecy test, for audits.

pub mod audit;
pub mod estimate;
pub mod imagine;
