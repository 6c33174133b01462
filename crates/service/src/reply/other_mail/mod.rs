//! Emails that are not replies about a game: bounces, requests to unsubscribe, mail for the admin,
//! and emails whose key is missing or unknown.

pub(super) mod admin;
pub(super) mod bounced;
pub(super) mod forgotten;
pub(super) mod keyed_action;
mod mailbox;
mod misdirected;
