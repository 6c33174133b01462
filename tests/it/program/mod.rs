//! The program from outside: commands, start and stop, hosting, exports and moves.

mod cli;
mod databases;
mod dry_run;
mod exports;
mod hosting;
mod inherited_sockets;
mod mistakes;
mod monitoring;
mod moved_seats;
mod newer_acts;
mod readiness;
pub(super) mod serve;
mod server_moves;
mod server_moves_cli;
mod stored_games;
