//! Values derived from a state, and the awaited seats.

pub mod ask;
pub mod feast;
pub mod feud;
pub mod hunt;
pub mod raid;
mod seats;
