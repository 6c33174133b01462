//! The API: access tokens, and requests of programs.

mod bots;
pub(super) mod client;
mod hostile;
mod openapi;
mod playing;
mod reading;
mod streams;
mod table;
mod tokens;
mod who;
