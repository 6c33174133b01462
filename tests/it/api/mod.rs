//! The API: access tokens, and requests of programs.

mod client;
mod hostile;
mod playing;
mod reading;
mod tokens;
mod who;
