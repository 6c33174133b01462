//! Bardagi: The Claim for Gold, whole: the rules of `RULES.md` with the figures of `data.json`.
//!
//! In reading order: `state`, `facts`, `apply` (the fold); `orders` (notation); `reckon`, `legal`
//! (what may be); `decide`, `flow` (what comes of it); `view`, `sight`, `tell` (what is shown).

// Not everything is used before the title is whole.
#![allow(dead_code)]

mod about;
mod apply;
mod ask;
mod audit;
mod bell;
mod data;
mod decide;
mod estimate;
mod examples;
mod facts;
mod fallback;
mod flow;
mod imagine;
mod income;
mod legal;
mod names;
mod orders;
mod outcome;
mod raw;
mod reckon;
mod sheet;
pub mod sight;
mod state;
mod tell;
mod view;
