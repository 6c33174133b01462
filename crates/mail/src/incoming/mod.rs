//! Inbound email: the mail sources (`spool`, `imap`, and `listener`, which fills the spool), the
//! intake that processes emails, and the parser.

mod arrival;
pub mod imap;
pub mod intake;
pub mod listener;
pub mod misconfigurations;
pub mod reading;
pub mod spool;
mod stored_email;

use std::sync::Arc;

use chrono::{DateTime, Utc};

/// A source of the current time, replaceable in tests.
pub type Now = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;
