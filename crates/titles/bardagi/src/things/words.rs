//! Counted things and lists of names.

use ravenpost_rules::phrase;

pub use ravenpost_rules::phrase::{capital, small};

/// "1 disk", "3 disks".
pub fn some(count: impl Into<u32>, one: &str) -> String {
    phrase::count(count.into() as usize, one)
}

/// "a, b and c"; "nothing".
pub fn listed<T: AsRef<str>>(words: &[T]) -> String {
    if words.is_empty() { "nothing".into() } else { phrase::and(words) }
}
