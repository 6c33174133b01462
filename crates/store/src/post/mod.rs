//! Letters that go out and those that come in, and what may be done by answering.

pub mod incoming;
pub mod keys;
pub mod mail_sources;
pub mod outbox;
