//! Which emails an event causes, and what is pending for a player.

mod joined;
pub(crate) mod obligations;
pub(crate) mod thread;
pub mod what_waits;
