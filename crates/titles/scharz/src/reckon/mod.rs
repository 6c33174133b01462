//! Values derived from a state: positions, control, connections, awaited seats.

pub mod ask;
pub mod links;
pub mod seats;
pub mod walls;
pub mod world;
