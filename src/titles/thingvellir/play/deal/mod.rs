//! What comes of an order, by chapter.

pub mod council;
pub mod feast;
pub mod feud;
pub mod foster;
pub mod hunt;
pub mod pledge;
pub mod raid;
pub mod ride;
pub mod settle;
