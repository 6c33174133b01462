//! Letters that go out and those that come in.

pub mod inbox;
pub mod outbox;
