//! Which emails an event causes, and what is pending for a player.

mod merged_notices;
pub(crate) mod obligations;
pub mod pending;
mod practice_emails;
pub(crate) mod thread;
