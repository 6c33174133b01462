//! Use cases of the service without pages: orders, clocks, emails, seats, sign-in, audit.

pub mod integrity;
mod people;
pub mod play;
pub mod server;
pub mod table;
pub mod time;
/// The title of these tests, which know nothing else about it.
const TITLE: &str = "gotlandia";
