//! A mail source that reads a remote mailbox by IMAP, for self-hosters without a mail server.
//!
//! The mailbox is read-only: nothing is flagged, moved or deleted. New emails are those with a UID
//! above the last one processed. An email is stored before that UID advances. `call` signs in,
//! `emails` fetches new emails, and `watch` waits for them and reconnects.

mod call;
pub(crate) mod emails;
pub(crate) mod mailbox;
pub(crate) mod trouble;
pub(super) mod watch;
mod wire;

pub use call::call;
pub use emails::holds;
pub use mailbox::Mailbox;
pub use trouble::{ImapStep, Trouble};
pub use watch::Imap;
