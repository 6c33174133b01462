//! The reply marker, below which replies are not read.

/// The first line of an email that accepts orders by reply. A reply is cut here first, whatever the
/// mail program did to the rest.
pub const MARK: &str = "Write your orders above this line";
