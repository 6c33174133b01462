//! Scharz, whole: the rules of `RULES.md` with the figures of `data.json`.
//!
//! Its rooms, each of which names only those before it: `things` (what the box holds), `state`
//! (what is, and what happened), `reckon` (what follows), `orders` (notation), `play` (the rules, a
//! file a chapter), `show` (what is told and seen), `mind` (for bots), `document` (positions as
//! text).

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
#[cfg(test)]
mod tour;

use ravenpost_rules::Title;
use ravenpost_rules::erased::typed::Erased;

/// The title, as a server lists it.
pub static SCHARZ: &dyn Title = &Erased::<Scharz>::new();

/// The rules, their state and their words.
pub struct Scharz;
