//! The file itself: opened, locked, written to by one task, read in packed rows, copied.

pub mod backup;
pub mod lock;
pub mod open;
pub mod packed;
pub mod writer;
