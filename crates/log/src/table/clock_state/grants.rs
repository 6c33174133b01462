//! Extra time that a seat gets once per question, beyond what its table has agreed. A question is
//! identified by its seat and the time at which it was first asked. Undo and rewind preserve both,
//! so nothing is granted twice.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use ravenpost_rules::Seat;

/// A kind of extra time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Once {
    /// At least ten minutes: after an undo, a failed vote or a rewind.
    Minimum,
    /// At least half a day: after a long stop, or if another player takes over the seat.
    Floor,
    /// The remaining time, after a rewind that needed no one else's consent.
    OwnRewind,
}

/// The extra time granted so far in a game.
#[derive(Clone, Debug, Default)]
pub struct Grants(BTreeSet<(Seat, DateTime<Utc>, Once)>);

impl Grants {
    /// Returns whether it was granted for the seat's question asked at that time.
    pub fn has(&self, seat: Seat, asked: DateTime<Utc>, what: Once) -> bool {
        self.0.contains(&(seat, asked, what))
    }

    /// Records a grant and returns whether it is new.
    pub fn note(&mut self, seat: Seat, asked: DateTime<Utc>, what: Once) -> bool {
        self.0.insert((seat, asked, what))
    }
}
