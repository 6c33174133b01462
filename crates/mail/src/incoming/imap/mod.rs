//! A mail source that reads a remote mailbox by IMAP, for self-hosters without a mail server.
//!
//! The mailbox is read-only: nothing is flagged, moved or deleted. New emails are those with a UID
//! above the last one processed. An email is stored before that UID advances. `call` signs in,
//! `emails` fetches new emails, and `watch` waits for them and reconnects.

mod call;
mod connection;
pub(crate) mod emails;
pub(crate) mod error;
pub(crate) mod mailbox;
pub(super) mod watch;

pub use call::call;
pub use emails::holds;
pub use error::{ImapError, ImapStep};
pub use mailbox::Mailbox;
pub use watch::Imap;
