//! The program from outside: commands, start and stop, hosting, exports and moves.

mod cli;
mod databases;
mod dry_run;
mod exports;
mod hosting;
mod inherited;
mod moved_seats;
mod moves;
mod moves_by_command;
mod newer_acts;
mod observed;
pub(super) mod serve;
mod stored;
