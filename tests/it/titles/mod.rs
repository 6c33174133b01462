//! The titles: their contract, examples, bots, drawings and recorded games.

mod absence;
pub(super) mod bots;
mod cards;
mod codes;
mod contract;
mod drawing;
pub(super) mod examples;
mod recorded;
mod scharz;
mod terms;
