//! The HTTP server: listening, limits, headers, errors and static files.

pub mod assets;
pub mod bodies;
pub mod connection_limit;
pub mod direct;
pub mod error;
pub mod guard;
pub mod headers;
pub mod limits;
pub mod local;
pub mod log;
mod metrics;
pub mod of_api;
pub(crate) mod old_http;
pub(crate) mod panics;
pub mod request_id;
pub mod server;
pub(crate) mod tidied;
