//! Sentences of the story, by subject.

pub mod land;
pub mod war;

use ravenpost_rules::{Seat, Told};

/// A line about a seat.
pub fn of(seat: Seat, text: impl Into<String>) -> Option<Told> {
    Some(Told { text: text.into(), seat: Some(seat), ..Told::default() })
}

/// A line about nobody.
pub fn plain(text: impl Into<String>) -> Option<Told> {
    Some(Told { text: text.into(), ..Told::default() })
}
