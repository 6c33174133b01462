//! Counted things, lists of names, first letters.

use crate::rules::phrase;

/// "1 disk", "3 disks".
pub fn some(count: impl Into<u32>, one: &str) -> String {
    phrase::count(count.into() as usize, one)
}

/// "a, b and c"; "nothing".
pub fn listed<T: AsRef<str>>(words: &[T]) -> String {
    if words.is_empty() { "nothing".into() } else { phrase::and(words) }
}

/// With a small letter, for the middle of a sentence.
pub fn small(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// With a capital letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
