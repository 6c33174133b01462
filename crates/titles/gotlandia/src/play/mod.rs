//! The rules, one file a chapter of `RULES.md`: in it what may be ordered, whether an order may
//! be, and what it leads to.
//!
//! An order goes `decide` (is it `legal`? then `deal` it out to its chapter), and what happens by
//! itself after it is `flow`. A chapter calls neither of them: it returns.

pub mod actions;
pub mod after;
pub mod cards;
pub mod deal;
pub mod decide;
pub mod draw;
pub mod drawer;
pub mod end;
pub mod fallback;
pub mod flow;
pub mod follow;
pub mod forced;
pub mod generation;
pub mod legal;
pub mod means;
pub mod open;
pub mod pirates;
pub mod redraw_hidden;
pub mod refuse;
pub mod reputation;
pub mod run;
pub mod score;
pub mod shelf;
pub mod ships;
pub mod standing;
pub mod turns;
