//! Gotlandia, whole: the rules of `RULES.md` with the figures of `data.json`.
//!
//! The rooms stand on floors, and a lower one names no upper one: `things` (what the box holds),
//! `state` (what is, and what happened), `reckon` (what follows without a choice), `orders` (text
//! to order and back), `play` (the rules, a file a chapter), `show` (what a viewer may know),
//! `document` and `mind` (documents, bots, audits).

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

/// The rules, their state and their words.
pub struct Gotlandia;
