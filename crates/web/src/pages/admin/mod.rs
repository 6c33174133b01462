//! Pages for admins and for monitoring.

pub mod delivery;
pub mod health;
pub mod inbox;
pub mod log;
pub mod outbox;
pub mod overview;
pub mod people;
pub mod person;
pub mod reports;
