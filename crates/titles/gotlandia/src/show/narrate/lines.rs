//! Helpers for narration lines, and phrases that several of them use.

use super::super::super::things::ids::Card;
use ravenpost_rules::text::phrase::and;
use ravenpost_rules::{Narration, Seat};

pub fn plain(text: String) -> Narration {
    Narration { text, ..Narration::default() }
}

/// Creates a line about a seat.
pub fn of(seat: Seat, text: String) -> Narration {
    Narration { seat: Some(seat), ..plain(text) }
}

/// Creates a chapter with its short heading.
pub fn chapter(heading: String, text: String) -> Narration {
    Narration { chapter: true, heading: Some(heading), ..plain(text) }
}

/// Adds the short log form to a line.
pub fn coded(code: String, narration: Narration) -> Narration {
    Narration { code: Some(code), ..narration }
}

pub fn card_names(cards: &[Card]) -> String {
    let names: Vec<&str> = cards.iter().map(|card| card.name()).collect();
    and(&names)
}
