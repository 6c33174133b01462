//! Bardagi: The Claim for Gold, whole: the rules of `RULES.md` with the figures of `data.json`.
//!
//! From the ground up: `things` (what the box holds), `state` (what is, and what happened),
//! `reckon` (what follows without a choice), `orders` (notation), `play` (the rules, a file a
//! chapter), `show` (what is shown and told), `document` (documents), `mind` (for bots and tests).

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
pub static BARDAGI: &dyn Title = &Erased::<Bardagi>::new();

/// The rules, their state and their words.
pub struct Bardagi;
