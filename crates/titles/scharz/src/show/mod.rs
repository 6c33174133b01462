//! What a viewer may know, and how it is said and shown.

mod fields;
pub mod group;
pub mod instructions;
pub mod narrate;
pub mod places;
pub mod present;
mod story;
pub mod view;
pub mod visibility;
pub mod words;
