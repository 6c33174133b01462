//! Pages for admins and for monitoring.

pub mod backups;
pub mod delivery;
pub mod health;
pub mod inbox;
pub mod invitations;
pub mod limits;
pub mod log;
pub mod outbox;
pub mod overview;
pub mod people;
pub mod person;
pub mod reports;
pub mod site;
pub mod tables;
