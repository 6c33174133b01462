//! Outbound email: queueing, composing, and delivery results.

pub mod compose;
pub mod held_email;
pub mod inbox_page;
pub mod outbox_page;
pub mod reply_address;
pub mod reply_keys;
pub mod undelivered;
pub mod unknown_kinds;
