//! Ravenpost: long, slow board games, event-sourced, played by page and by mail.
//!
//! In reading order, lower never names upper (`tests/it/tidy.rs` keeps it):

pub mod drawing;
pub mod rules;

pub mod store;

pub mod titles;

pub mod bots;

pub mod letters;

pub mod service;

pub mod cache;
pub mod config;
pub mod telemetry;

pub mod mail;
pub mod web;

pub mod cli;
