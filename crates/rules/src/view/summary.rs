//! What a viewer may know of each seat, in a line: goods, hand size, points.

use crate::seat::Seat;

/// The line of one seat. It contains only what the view shows to its viewer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatSummary {
    /// The seat that the line is about.
    pub seat: Seat,
    /// The most important facts first.
    pub facts: Vec<SeatFact>,
    /// The points of the seat.
    pub points: i32,
}

/// A value and what it is: "4" "silver", "2 of 5" "workers".
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatFact {
    /// The value: "4".
    pub value: String,
    /// What the value counts: "silver".
    pub label: String,
}

impl SeatSummary {
    /// Creates the line of a seat without facts.
    pub fn new(seat: Seat, points: impl Into<i32>) -> SeatSummary {
        SeatSummary { seat, facts: Vec::new(), points: points.into() }
    }

    /// Adds a fact.
    #[must_use]
    pub fn fact(mut self, value: impl ToString, label: impl Into<String>) -> SeatSummary {
        self.facts.push(SeatFact { value: value.to_string(), label: label.into() });
        self
    }

    /// Adds a count, unless it is 0, with the singular and the plural of its label.
    ///
    /// ```
    /// use ravenpost_rules::{Seat, SeatSummary};
    /// let seat = SeatSummary::new(Seat(1), 3);
    /// let seat = seat.some(1u8, "ship", "ships").some(0u8, "card", "cards");
    /// assert_eq!((seat.facts.len(), seat.facts[0].label.as_str()), (1, "ship"));
    /// ```
    #[must_use]
    pub fn some(self, count: impl Into<u32>, one: &str, many: &str) -> SeatSummary {
        match count.into() {
            0 => self,
            count => self.count(count, one, many),
        }
    }

    /// Adds a count, even if it is 0.
    #[must_use]
    pub fn count(self, count: impl Into<u32>, one: &str, many: &str) -> SeatSummary {
        let count = count.into();
        self.fact(count, if count == 1 { one } else { many })
    }
}
