//! The whole state as a document in the rulebook's words, and back. `examples/README.md` tells
//! what may stand in it.

mod lands;
pub mod read;
mod seats;
mod supply;
#[cfg(test)]
mod tests;
mod words;
pub mod write;
