//! Reading the log: narration, turns, undo and rewinds, and what becomes visible later.

pub(in crate::game) mod by_words;
pub mod from_bots;
pub(crate) mod going_back;
pub mod hindsight;
pub mod openness;
pub(in crate::game) mod parentage;
pub mod revealed;
pub(in crate::game) mod sealed;
pub mod story;
pub(in crate::game) mod taking_back;
