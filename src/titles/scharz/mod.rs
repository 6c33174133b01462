//! Scharz.
mod orders;
mod reckon;
mod state;
mod things;
