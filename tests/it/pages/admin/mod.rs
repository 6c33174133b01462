//! Pages for admins and for monitoring.

mod delivery;
mod health;
mod inbox;
mod overview;
mod people;
mod reports;
mod role;
mod server;
