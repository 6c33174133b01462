//! Letters that come in: the doors they come through (`spool`, `imap`, and `listener`, which fills
//! the spool), the intake who sees to them, and the reading of what a person wrote or a machine
//! told.

mod arrival;
mod brief;
pub mod imap;
pub mod intake;
pub mod listener;
pub mod mistakes;
pub mod reading;
pub mod spool;

use std::sync::Arc;

use chrono::{DateTime, Utc};

/// Tells the time; a made-up one in tests.
pub type Now = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;
