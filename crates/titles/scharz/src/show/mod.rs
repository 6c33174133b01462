//! What a viewer may know, and how it is said and shown.

pub mod aside;
mod fields;
pub mod group;
pub mod known;
pub mod places;
pub mod sight;
mod story;
pub mod tell;
pub mod view;
pub mod words;
