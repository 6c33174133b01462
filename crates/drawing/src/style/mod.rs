//! Appearance: colours, marks, patterns, signs and the shapes of pieces, and the pen that writes
//! SVG. It does not know where anything is placed.

pub mod emblem;
pub mod legend;
pub mod marks;
pub mod palette;
pub mod patterns;
pub mod pen;
pub mod signs;
pub mod symbols;
