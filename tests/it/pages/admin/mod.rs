//! Pages for the admin and for monitoring.

mod delivery;
mod health;
mod inbox;
