//! The whole state as a document in the rulebook's words, and back. `examples/README.md` tells
//! what may stand in it.

mod cards;
mod course;
mod desk;
pub mod read;
mod seats;
pub mod write;
