//! The rules: one file a chapter, in it what may be ordered, why something may not, and what comes
//! of it.

mod berserkur;
mod build;
mod claim;
mod deal;
pub mod decide;
mod draw;
mod drawer;
pub mod fallback;
pub mod flow;
mod forced;
pub mod forms;
mod godi;
mod kaupmadur;
mod knerrir;
pub mod legal;
pub mod open;
pub mod outcome;
mod pay;
mod plan;
pub mod redraw_hidden;
mod refuse;
mod round;
pub mod run;
mod standing;
#[cfg(test)]
mod tests;
pub mod time_limit;
pub mod turn;
mod visit;
mod walk;
