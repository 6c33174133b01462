//! The only integration test binary: a list of modules.
#![allow(clippy::disallowed_methods, reason = "tests read the clock and true positions")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

mod api;
mod attack;
mod browser;
mod cluster;
mod docs;
mod emails;
mod harness;
mod mail;
mod metrics;
mod pages;
mod pictures;
mod program;
mod proof;
mod prose;
mod reading;
mod scripts;
mod service;
mod simulation;
mod slow_players;
mod store;
mod tidy;
mod titles;
