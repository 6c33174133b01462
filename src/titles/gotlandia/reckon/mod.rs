//! What follows from a state without a choice: who is asked, and the questions of the chapters.

pub mod ask;
pub mod board;
