//! What a viewer may know, and how it is said.

pub mod group;
pub mod instructions;
pub mod narrate;
pub mod note;
pub mod present;
pub mod preview_note;
pub mod view;
pub mod words;
