//! Letters on their way. SMTP is spoken here and nowhere else.
//!
//! `outgoing` sends what the outbox owes; `incoming` reads what comes back; `doctor` finds out why
//! letters would not arrive; `kept` reads one of ours again. No pages and no rules in here: what a
//! letter says comes finished from the service.

pub mod doctor;
pub mod incoming;
pub mod kept;
pub mod outgoing;
