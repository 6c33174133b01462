//! The geometry of a board: points, rings and rectangles, and the search for free space.

pub mod grid;
pub mod shape;
