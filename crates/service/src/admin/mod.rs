//! Admin functions other than organising games.

pub mod backups;
pub mod invitations;
mod listed;
pub mod log_level;
pub mod overview;
pub mod people;
mod record;
pub mod reports;
pub mod site;
pub mod tables;
