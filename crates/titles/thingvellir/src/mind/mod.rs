//! For bots and for tests: what may be, how well a seat stands, and what must add up.

pub mod audit;
pub mod estimate;
pub mod imagine;
