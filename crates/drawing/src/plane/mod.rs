//! The plane on which a board lies: points, rings and rectangles, and finding room among them.

pub mod grid;
pub mod shape;
