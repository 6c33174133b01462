//! The API: access tokens, and requests of programs.

mod bots;
pub(super) mod client;
mod engines;
mod hostile;
mod openapi;
mod playing;
mod programs;
mod reading;
mod refusals;
mod schemas;
mod streams;
mod table;
mod tokens;
mod who;
