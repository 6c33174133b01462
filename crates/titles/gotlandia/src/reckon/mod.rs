//! Functions of the state that involve no choice: awaited decisions and derived values for the
//! chapters.

pub mod ask;
pub mod board;
pub mod cards;
pub mod growth;
pub mod income;
pub mod losses;
pub mod plague;
pub mod score;
