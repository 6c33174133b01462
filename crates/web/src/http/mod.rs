//! The HTTP server: listening, limits, headers, access checks, errors and static files.

pub mod access;
pub mod assets;
pub mod bodies;
pub mod connection_limit;
pub mod error;
pub(crate) mod expired_session;
pub mod guard;
pub mod headers;
pub mod limits;
pub mod log;
pub(crate) mod old_http;
pub mod page_cache;
pub(crate) mod panics;
pub(crate) mod saved_form;
pub mod server;
pub(crate) mod tidied;
