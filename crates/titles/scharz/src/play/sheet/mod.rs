//! The sheets of the seats: what may be written on one, what is tried, and what is left open.

pub mod draft;
pub mod fallback;
pub mod legal;
pub mod open;
pub mod steward;
