//! Commands about games: showing, exporting and importing them, and checking worked examples.

pub(super) mod check;
pub(super) mod export;
pub(super) mod import;
pub(super) mod show;
