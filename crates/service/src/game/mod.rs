//! The state of a game and the only way to change it: fold, work on a copy, store, publish. Also
//! what other modules need from a game: its players, its organiser and the emails it has to send.

pub mod clocks;
pub(crate) mod cluster;
pub mod core;
pub(crate) mod counts;
pub mod fairness;
pub mod history;
pub mod notify;
pub mod table;
pub mod write;
