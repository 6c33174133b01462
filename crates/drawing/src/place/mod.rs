//! Positions of things that the map does not place: boxes, fleets, names, signs and pieces.

pub mod banner;
pub mod borders;
pub mod boxes;
pub mod crowd;
pub mod figures;
pub mod labels;
pub mod land;
pub mod packing;
pub mod plan;
pub mod room;
pub mod signs;
