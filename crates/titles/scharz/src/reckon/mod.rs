//! What follows from a state without a choice: who stands where, who controls what, who is asked.

pub mod ask;
pub mod links;
pub mod seats;
pub mod walls;
pub mod world;
