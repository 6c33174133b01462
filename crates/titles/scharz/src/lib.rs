//! The complete game of Scharz: the rules of `RULES.md` with the figures of `data.json`.
//!
//! Each module uses only those before it: `things` (components), `state` (state and facts),
//! `reckon` (derived values), `orders` (notation), `play` (rules, one file per chapter), `show`
//! (narration and views), `mind` (for bots), `document` (positions as text).
#![cfg_attr(doctest, doc = include_str!("../README.md"))]
#![warn(clippy::missing_errors_doc, clippy::missing_panics_doc, missing_docs)]

mod about;
mod document;
mod examples;
mod mind;
mod orders;
mod play;
mod reckon;
mod show;
mod state;
#[cfg(test)]
mod tests;
mod things;

use ravenpost_rules::Title;
use ravenpost_rules::erased::typed::Erased;

/// The title as a server registers it.
pub static SCHARZ: &dyn Title = &Erased::<Scharz>::new();

/// The title as a type: its rules, state and texts.
pub struct Scharz;
