//! The only integration test binary: a list of modules.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

mod absence;
mod attack;
mod bots;
mod browser;
mod cli;
mod cluster;
mod contract;
mod databases;
mod docs;
mod drawing;
mod dry_run;
mod emails;
mod examples;
mod exports;
mod harness;
mod hosting;
mod laggards;
mod mail;
mod moves;
mod moves_by_command;
mod newer_acts;
mod pages;
mod proof;
mod prose;
mod reading;
mod recorded;
mod scharz;
mod serve;
mod service;
mod simulation;
mod store;
mod stored;
mod tidy;
