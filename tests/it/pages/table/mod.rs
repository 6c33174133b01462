//! Pages of the table around a game: opening, seats, votes, absences and forks.

mod archive;
mod away;
mod double_clicks;
pub(super) mod ending;
pub(super) mod forks;
pub(super) mod invitations;
mod leaving;
mod lobby;
mod offered_actions;
mod opening;
mod pending;
mod practice;
pub(super) mod preferences;
pub(super) mod rewinds;
