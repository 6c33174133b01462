//! The running node: its health and metrics, leased duties, clock checks and scheduled backups.

pub mod back_up;
pub mod backup_checks;
pub mod components;
pub mod health;
pub mod lease;
mod measure;
pub(crate) mod skew;
