//! Sentences of the story, by subject.

pub mod land;
pub mod war;

use super::super::orders::write::write;
use super::super::state::{Line, Options, State};
use crate::rules::{Seat, Told};

/// A line as its owner wrote it; the map is that of its fields.
pub fn line(line: &Line) -> String {
    let mut state = State::blank();
    let at = [line.at, line.to].into_iter().find(|field| !field.is_none());
    if let Some(at) = at {
        state.options = Options { map: at.map(), ..state.options };
    }
    write(&state, line)
}

/// A line about a seat.
pub fn of(seat: Seat, text: impl Into<String>) -> Option<Told> {
    Some(Told { text: text.into(), seat: Some(seat), ..Told::default() })
}

/// A line about nobody.
pub fn plain(text: impl Into<String>) -> Option<Told> {
    Some(Told { text: text.into(), ..Told::default() })
}
