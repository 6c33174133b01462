//! Letters that go out and those that come in, what may be done by answering, and what is said.

pub mod incoming;
pub mod keys;
pub mod outbox;
pub mod talk;
