//! Ravenpost: long, slow board games, event-sourced, played by page and by mail.
//!
//! In reading order, lower never names upper (`tests/it/tidy.rs` keeps it).
//! Below all of them stand the crates in `crates/`: rules, drawing, store, and the four titles.

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
