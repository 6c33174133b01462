//! The lines of a reply before they are interpreted.

pub(super) mod account;
pub(super) mod copied;
pub(super) mod line;
pub(super) mod torn;
