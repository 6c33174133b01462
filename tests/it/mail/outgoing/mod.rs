//! Outbound emails: the relay, signatures and header fields.

pub(super) mod dkim;
mod faulty_relays;
mod jwz;
mod killed;
pub mod lint;
mod one_thread;
pub(super) mod postfix;
mod scripted;
mod sending;
pub mod smtp;
pub mod whole_games;
