//! What a viewer may know, and how it is said.

pub mod aside;
pub mod group;
pub mod sight;
pub mod tell;
pub mod view;
pub mod words;
