//! The API: access tokens, and requests of programs.

mod access;
mod bots;
pub(super) mod client;
mod described;
mod engines;
mod guessed_tokens;
mod hostile;
mod load;
mod openapi;
mod playing;
mod programs;
mod reading;
mod refusals;
mod schemas;
mod secrets;
mod streams;
mod strict;
mod table;
mod talk;
mod tokens;
