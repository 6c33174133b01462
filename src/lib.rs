//! Ravenpost: an event-sourced server for long, slow board games, played on pages and by email.
//!
//! The server is divided into crates. From the lowest to the highest layer: `rules`, the titles,
//! `drawing`, `log`, `zone`, `metrics`, `config`, `store`, `emails`, `service`, `mail` and `web`.
//! This crate is the program on top of them.
#![allow(clippy::disallowed_methods, reason = "commands read the clock")]

pub use ravenpost_config as config;
pub use ravenpost_emails as emails;
pub use ravenpost_mail as mail;
pub use ravenpost_metrics as metrics;
pub use ravenpost_service as service;
pub use ravenpost_service::{cache, titles};
pub use ravenpost_web as web;
pub use ravenpost_zone as zone;

pub mod telemetry;

pub mod cli;
