//! Positions of things that the map does not place: boxes, fleets, names, signs and pieces.

pub mod banner;
pub mod borders;
pub mod boxes;
pub mod figures;
pub mod free_space;
pub mod labels;
pub mod land;
pub mod packing;
pub mod plan;
pub mod sign_areas;
pub mod signs;
