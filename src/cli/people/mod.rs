//! Commands about people: their accounts, and the admins of the server.

pub(super) mod accounts;
pub(super) mod admin;
mod server;
