//! Pages for admins and for monitoring.

pub mod delivery;
pub mod health;
pub mod inbox;
pub mod outbox;
pub mod overview;
