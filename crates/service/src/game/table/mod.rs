//! The people around a game: its organiser, votes, replacements, invitations, preferences and idle
//! tables.

pub mod agreed_result;
pub mod audience;
pub(in crate::game) mod fork_invitations;
pub(in crate::game) mod granted_preferences;
pub(in crate::game) mod idle;
pub mod organiser_acts;
pub(crate) mod organisers;
pub mod preferences;
pub mod reason;
pub mod replacement;
pub mod seat_names;
pub mod voting;
