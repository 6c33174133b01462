//! Ravenpost: an event-sourced server for long, slow board games, played on pages and by email.
//!
//! The modules are listed from the lowest to the highest layer. A lower layer never uses a higher
//! one, as `tests/it/tidy.rs` checks. The crates in `crates/` (rules, drawing, store and the four
//! titles) are below all of them.

pub mod titles;
pub mod zone;

pub mod letters;

pub mod service;

pub mod cache;
pub mod config;
pub mod telemetry;

pub mod mail;
pub mod web;

pub mod cli;
