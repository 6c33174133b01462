//! Sending and receiving email. SMTP is only spoken in this crate.
//!
//! `outgoing` sends the emails in the outbox, `incoming` processes replies, `doctor` diagnoses
//! delivery problems, and `saved` reads saved copies of our own emails. There are no pages and no
//! game rules here: the service renders the content.

pub mod doctor;
pub mod incoming;
pub mod outgoing;
pub mod saved;
