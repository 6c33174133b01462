//! The HTTP server: listening, limits, headers, errors and static files.

pub mod api_paths;
pub mod assets;
pub mod bodies;
pub mod connection_limit;
pub mod error;
pub mod guard;
pub mod headers;
pub mod limits;
pub mod local;
pub mod local_requests;
pub mod log;
mod metrics;
pub(crate) mod old_http;
pub(crate) mod panics;
pub(crate) mod path_redirects;
pub mod request_id;
pub mod server;
