//! Letters that come in: the doors they come through (`spool`), the clerk who sees to them, and the
//! reading of what a person wrote or a machine told.

pub mod clerk;
pub mod reading;
pub mod spool;
