//! A seat as shown in emails: its name, its letter and its HTML colours.

use ravenpost_rules::{Seat, SeatName};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Badge {
    pub seat: Seat,
    pub called: SeatName,
}

impl Badge {
    /// Returns the name of the seat, such as "Red".
    pub fn name(&self) -> &str {
        &self.called.name
    }

    /// Returns the letter that identifies the seat without colour.
    pub fn initial(&self) -> char {
        self.called.letter
    }

    /// Returns the fill colour for HTML.
    pub fn fill(&self) -> &'static str {
        ravenpost_drawing::seat_paint(self.called.colour).0
    }

    /// Returns the colour of the letter on the fill.
    pub fn ink(&self) -> &'static str {
        ravenpost_drawing::seat_paint(self.called.colour).1
    }
}

impl std::fmt::Display for Badge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.name(), self.initial())
    }
}
