//! Reading the log: narration, turns, undo and rewinds, and what becomes visible later.

pub(crate) mod begins;
pub(in crate::game) mod by_words;
pub(in crate::game) mod decided_again;
pub(crate) mod going_back;
pub mod hindsight;
pub(crate) mod narration;
pub mod openness;
pub(in crate::game) mod parentage;
pub mod revealed;
pub(in crate::game) mod sealed;
pub mod story;
pub(in crate::game) mod taking_back;
pub mod turns;
