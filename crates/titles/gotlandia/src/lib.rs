//! The title Gotlandia: the rules of `RULES.md` with the figures of `data.json`.
//!
//! The modules form layers, each of which uses only the ones before it:
//!
//! - `things`: the components in the box
//! - `state`: the state and the facts that change it
//! - `reckon`: what follows from a state without a choice
//! - `orders`: parsing and writing orders
//! - `play`: the rules, one file per chapter
//! - `show`: what a viewer may know
//! - `document` and `mind`: documents, bots, audits
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

/// The title, as a server lists it.
pub static GOTLANDIA: &dyn Title = &Erased::<Gotlandia>::new();

/// The type that implements the title's traits.
pub struct Gotlandia;
