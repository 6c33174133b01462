//! The complete game of Bardagi: The Claim for Gold: the rules of `RULES.md` with the figures of
//! `data.json`.
//!
//! Modules, from the lowest: `things` (components), `state` (state and facts), `reckon` (derived
//! values), `orders` (notation), `play` (rules, one file per chapter), `show` (views and
//! narration), `document` (documents), `mind` (for bots and tests).
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
pub static BARDAGI: &dyn Title = &Erased::<Bardagi>::new();

/// The title as a type: its rules, state and texts.
pub struct Bardagi;
