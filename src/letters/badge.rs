//! A seat as letters show it: its name, its letter, and the paint for HTML.

use ravenpost_rules::{Seat, SeatName};

/// A seat with its name, colour and letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Badge {
    pub seat: Seat,
    pub called: SeatName,
}

impl Badge {
    /// What the seat is called: "Red".
    pub fn name(&self) -> &str {
        &self.called.name
    }

    /// The letter that stands for the seat where colour cannot be seen.
    pub fn letter(&self) -> char {
        self.called.letter
    }

    /// Fill, as HTML writes it.
    pub fn fill(&self) -> &'static str {
        ravenpost_drawing::seat_paint(self.called.colour).0
    }

    /// The colour of the letter on the fill.
    pub fn ink(&self) -> &'static str {
        ravenpost_drawing::seat_paint(self.called.colour).1
    }
}

impl std::fmt::Display for Badge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.name(), self.letter())
    }
}
