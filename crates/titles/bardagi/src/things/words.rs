//! Counted things and lists of names.

use ravenpost_rules::text::phrase;

pub use ravenpost_rules::text::phrase::{capital, small};

/// A count with its noun: "1 disk", "3 disks".
pub fn some(count: impl Into<u32>, one: &str) -> String {
    phrase::count(count.into() as usize, one)
}

/// A list in words: "a, b and c"; "nothing" if empty.
pub fn listed<T: AsRef<str>>(words: &[T]) -> String {
    if words.is_empty() { "nothing".into() } else { phrase::and(words) }
}
