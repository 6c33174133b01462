//! Bardagi: The Claim for Gold, whole: the rules of `RULES.md` with the figures of `data.json`.
//!
//! In reading order: `state`, `facts`, `apply` (the fold); `orders` (notation); `reckon`, `legal`
//! (what may be); `decide`, `flow` (what comes of it); `view`, `sight`, `tell` (what is shown).

// Not everything is used before the title is whole.
#![allow(dead_code)]

mod about;
mod apply;
mod data;
mod decide;
mod examples;
mod facts;
mod flow;
mod legal;
mod names;
mod orders;
mod raw;
mod reckon;
mod sheet;
mod state;
