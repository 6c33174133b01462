//! The rules: a file for each chapter.

pub mod council;
pub mod deal;
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
pub mod legal;
pub mod open;
pub mod outcome;
pub mod pledge;
pub mod raid;
pub mod ride;
pub mod settle;
pub mod standing;
pub mod winter;
