//! What tests stand on: the service on a database of its own and a clock that is set by hand.

pub mod app;
pub mod browser;
