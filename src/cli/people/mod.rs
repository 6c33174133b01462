//! Commands about people: the admins of the server.

pub(super) mod admin;
