//! The API: access tokens, and requests of programs.

mod bots;
mod client;
mod engines;
mod hostile;
mod openapi;
mod playing;
mod reading;
mod streams;
mod table;
mod tokens;
mod who;
