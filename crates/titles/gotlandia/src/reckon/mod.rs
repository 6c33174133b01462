//! What follows from a state without a choice: who is asked, and the questions of the chapters.

pub mod ask;
pub mod board;
pub mod cards;
pub mod growth;
pub mod income;
pub mod losses;
pub mod plague;
pub mod score;
