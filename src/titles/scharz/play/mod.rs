//! The rules: one file a chapter, in it what may be ordered, why something may not, and what comes
//! of it.

mod battle;
mod clash;
mod combat;
mod construction;
mod dangers;
pub mod decide;
mod diplomacy;
mod doctrine;
pub mod draft;
mod escape;
mod extended;
pub mod fallback;
mod fishing;
pub mod flow;
pub mod legal;
mod leaving;
mod looting;
mod march;
pub mod outcome;
mod prestige;
mod rear;
mod ruin;
pub mod run;
mod seasons;
mod settings;
mod settle;
pub mod setup;
mod shelter;
mod siege;
mod trade;
mod units;
pub mod victory;
mod winter;
