//! Inbound emails: mail sources, senders, bounces and keys.

mod admin_mail;
pub mod dovecot;
mod expired_keys;
mod forged;
mod held;
pub(super) mod imap;
mod killed_answering;
pub(super) mod listener;
mod loops;
mod many_players;
mod outbox_replies;
mod postfix_lmtp;
mod unsubscribing;
mod unusual_bounces;
