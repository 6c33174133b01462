//! A position as a document and back: what worked examples set up and look at.

mod lands;
pub mod read;
mod seats;
#[cfg(test)]
mod tests;
pub mod words;
pub mod write;
