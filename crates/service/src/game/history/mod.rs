//! Reading the log: narration, turns, undo and rewinds, and what becomes visible later.

pub mod bot_takebacks;
pub mod disclosure;
pub(in crate::game) mod fork_origin;
pub(in crate::game) mod order_texts;
pub mod revealed;
pub mod revealed_since;
pub(crate) mod rewinds;
pub(in crate::game) mod sealed;
pub mod story;
pub(in crate::game) mod undo;
