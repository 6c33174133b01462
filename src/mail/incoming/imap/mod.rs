//! The second door: a mailbox elsewhere, read by IMAP. For a self-hoster with no mail server of
//! his own, whose provider has one.
//!
//! The mailbox is only looked at: nothing is marked, moved or deleted in it. What is new is what
//! lies behind the last letter that was seen to, by the mailbox's own numbers; a letter is in the
//! store before that place moves on. `call` signs in, `letters` brings in what is new, `watch`
//! keeps at it and comes back when the line was lost.

mod call;
pub(in crate::mail) mod letters;
pub(in crate::mail) mod mailbox;
pub(in crate::mail) mod trouble;
pub(super) mod watch;
mod wire;

pub use call::call;
pub use letters::holds;
pub use mailbox::Mailbox;
pub use trouble::{ImapStep, Trouble};
pub use watch::Imap;
