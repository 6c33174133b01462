//! The line under which nothing is read when a letter is answered.

/// The first line of a letter that is answered with orders. Whoever reads an answer cuts it here
/// first, whatever the mail program did with the rest.
pub const MARK: &str = "Write your orders above this line";
