//! A set of seats, stored as bits.

use serde::{Deserialize, Serialize};

use super::Seat;

/// A set of seats.
///
/// ```
/// use ravenpost_rules::{Seat, Seats};
/// let mut passed: Seats = [Seat(3), Seat(1)].into_iter().collect();
/// passed.add(Seat(2));
/// passed.remove(Seat(3));
/// assert!(passed.has(Seat(2)) && !passed.has(Seat(3)));
/// assert!(passed.iter().eq([Seat(1), Seat(2)]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Seats(u16);

impl Seats {
    /// The empty set.
    pub const NONE: Seats = Seats(0);

    /// Returns whether the set contains a seat.
    pub fn has(self, seat: Seat) -> bool {
        self.0 & Seats::bit(seat) != 0
    }

    /// Adds a seat.
    pub fn add(&mut self, seat: Seat) {
        self.0 |= Seats::bit(seat);
    }

    /// Removes a seat.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !Seats::bit(seat);
    }

    /// Returns whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the seats, in seat order.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        (0..16).filter(move |at| self.0 & 1 << at != 0).map(Seat::at)
    }

    fn bit(seat: Seat) -> u16 {
        1 << seat.index()
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        let mut set = Seats::NONE;
        seats.into_iter().for_each(|seat| set.add(seat));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_contains_what_was_inserted_and_not_removed() {
        let mut set: Seats = [Seat(5), Seat(1), Seat(12)].into_iter().collect();
        assert!(set.has(Seat(5)) && !set.has(Seat(2)));
        set.remove(Seat(5));
        set.add(Seat(3));
        assert_eq!(set.iter().collect::<Vec<_>>(), [Seat(1), Seat(3), Seat(12)]);
        assert!(!set.is_empty() && Seats::NONE.is_empty());
    }
}
