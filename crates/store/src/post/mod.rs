//! Outgoing and inbound email, and reply keys.

pub mod incoming;
pub mod keys;
pub mod mail_sources;
pub mod outbox;
