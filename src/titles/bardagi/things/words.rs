//! Counted things and lists of names.

use crate::rules::phrase;

pub use crate::rules::phrase::{capital, small};

/// "1 disk", "3 disks".
pub fn some(count: impl Into<u32>, one: &str) -> String {
    phrase::count(count.into() as usize, one)
}

/// "a, b and c"; "nothing".
pub fn listed<T: AsRef<str>>(words: &[T]) -> String {
    if words.is_empty() { "nothing".into() } else { phrase::and(words) }
}
