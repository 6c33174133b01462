//! The rules. One file a chapter of the rulebook: what may be ordered, why not, what comes of it.

pub mod action;
pub mod council;
pub mod decide;
pub mod drawer;
pub mod fallback;
pub mod feast;
pub mod feud;
pub mod flow;
pub mod forced;
pub mod forms;
pub mod foster;
pub mod hunt;
pub mod instruct;
pub mod judge;
pub mod legal;
pub mod open;
pub mod outcome;
pub mod outlaw;
pub mod perform;
pub mod pledge;
pub mod raid;
pub mod ride;
pub mod run;
pub mod settle;
pub mod standing;
pub mod winter;
