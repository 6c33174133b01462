//! Commands about the settings and the state of a server.

pub(super) mod config;
pub(super) mod doctor;
pub(super) mod healthcheck;
pub(super) mod start_checks;
