//! Inbound emails: mail sources, senders, bounces and keys.

mod admin_mail;
mod crowd;
pub mod dovecot;
mod dying;
mod forged;
mod held;
mod here;
pub(super) mod imap;
mod killed_answering;
pub(super) mod listener;
mod loops;
mod postfix_lmtp;
mod returned;
mod stops;
