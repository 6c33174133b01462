//! What follows from a state without any choice, and who is asked.

pub mod ask;
pub mod feast;
pub mod feud;
pub mod hunt;
pub mod raid;
mod seats;
