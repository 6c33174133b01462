//! The boards and what stands on them, as things to look at.

pub mod map;
pub mod scene;
mod symbols;
