//! What thinks about the game: for bots, for the tests of secrecy, for the bookkeeping.

pub mod audit;
pub mod estimate;
pub mod imagine;
