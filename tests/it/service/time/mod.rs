//! Deadlines, reminders, absences and compensation.

mod banks_and_vacations;
mod clocks;
mod compensation;
pub mod contracts;
mod every_clock_feature;
mod idle;
mod long_rounds;
mod missed_deadlines;
pub mod moments;
mod nudges;
mod overlaps;
mod postponed_moments;
mod reminders;
mod substitutes;
mod time_limit;
mod zones;
