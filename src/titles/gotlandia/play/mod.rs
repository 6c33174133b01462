//! The rules, one file a chapter of `RULES.md`: in it what may be ordered, whether an order may
//! be, and what it leads to.

pub mod bundles;
pub mod cards;
pub mod decide;
pub mod drawer;
pub mod end;
pub mod fallback;
pub mod flow;
pub mod generation;
pub mod judge;
pub mod legal;
pub mod losses;
pub mod lots;
pub mod open;
pub mod refuse;
pub mod score;
pub mod sub;
pub mod turns;
pub mod why;
