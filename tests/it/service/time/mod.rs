//! Deadlines, reminders, absences and compensation.

mod clocks;
pub mod contracts;
mod idle;
mod long_rounds;
mod missed;
mod misses;
pub mod moments;
mod moments_moved;
mod nudges;
mod one_game;
mod overlaps;
mod reminders;
mod reserves;
mod stand_ins;
mod time_limit;
