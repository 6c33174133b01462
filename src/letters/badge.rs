//! A seat as letters show it: its colour's name, its letter, and the paint for HTML.

use crate::drawing;
use crate::rules::{About, Seat};

/// A seat's colour and letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Badge {
    pub seat: Seat,
    /// The colour's name in lower case: "red".
    pub colour: String,
}

impl Badge {
    /// The badge of a seat of a title.
    pub fn of(about: &About, seat: Seat) -> Badge {
        Badge { seat, colour: about.colour(seat).to_owned() }
    }

    /// "Red".
    pub fn name(&self) -> String {
        let mut letters = self.colour.chars();
        let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
        first + letters.as_str()
    }

    /// The letter that stands for the colour where colour cannot be seen.
    pub fn letter(&self) -> char {
        drawing::letter(&self.colour).unwrap_or('?')
    }

    /// Fill, as HTML writes it.
    pub fn fill(&self) -> &'static str {
        drawing::seat_paint(&self.colour).0
    }

    /// The colour of the letter on the fill.
    pub fn ink(&self) -> &'static str {
        drawing::seat_paint(&self.colour).1
    }
}

impl std::fmt::Display for Badge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.name(), self.letter())
    }
}
