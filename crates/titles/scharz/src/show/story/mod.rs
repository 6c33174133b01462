//! Sentences of the story, by subject.

pub mod land;
pub mod skipped;
pub mod war;

use ravenpost_rules::{Narration, Seat};

/// A line about a seat.
pub fn of(seat: Seat, text: impl Into<String>) -> Option<Narration> {
    Some(Narration { text: text.into(), seat: Some(seat), ..Narration::default() })
}

/// A line without a seat.
pub fn plain(text: impl Into<String>) -> Option<Narration> {
    Some(Narration { text: text.into(), ..Narration::default() })
}
