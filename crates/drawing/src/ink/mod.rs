//! How things look: colours and marks, patterns, signs and the shapes of pieces; and the pen that
//! writes them down. Knows nothing of where anything lies.

pub mod emblem;
pub mod legend;
pub mod marks;
pub mod palette;
pub mod patterns;
pub mod pen;
pub mod signs;
pub mod symbols;
