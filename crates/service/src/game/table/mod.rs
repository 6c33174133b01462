//! The people around a game: its organiser, votes, replacements, invitations, preferences and idle
//! tables.

pub mod agreed;
pub(in crate::game) mod asked_along;
pub mod audience;
pub(in crate::game) mod idle;
pub(crate) mod looks_after;
pub mod organised;
pub mod reason;
pub mod replacement;
pub mod seat_names;
pub(in crate::game) mod stored_wish;
pub mod voting;
pub mod wishes;
