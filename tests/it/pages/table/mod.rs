//! Pages of the table around a game: opening, seats, votes, absences and forks.

mod archive;
mod away;
pub(super) mod ends;
pub(super) mod forked;
pub(super) mod invited;
mod leaving;
mod offered;
mod opening;
mod practice;
pub(super) mod rewinds;
mod twice;
mod waits;
pub(super) mod wishes;
