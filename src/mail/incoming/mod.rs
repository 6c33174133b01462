//! Letters that come in: the doors they come through, and what is read in them.

pub mod spool;
