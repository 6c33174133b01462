//! What a seat is given once for a question, beyond what its table has agreed on. A question is
//! known by its seat and the moment at which it was asked first: undo and rewind keep both, and
//! what was given stays given.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use ravenpost_rules::Seat;

/// What is given once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Once {
    /// Ten minutes at least: after an undo, a vote in vain, or when the table went back.
    Minimum,
    /// Half a day at least: after a long stop, or where another player takes the seat.
    Floor,
    /// The time that was left where one person alone made the table go back.
    OwnRewind,
}

/// What was given for the questions of a game.
#[derive(Clone, Debug, Default)]
pub struct Grants(BTreeSet<(Seat, DateTime<Utc>, Once)>);

impl Grants {
    /// Whether that was given for the question which the seat was asked then.
    pub fn has(&self, seat: Seat, asked: DateTime<Utc>, what: Once) -> bool {
        self.0.contains(&(seat, asked, what))
    }

    /// Notes that it is given. Tells whether it was not before.
    pub fn note(&mut self, seat: Seat, asked: DateTime<Utc>, what: Once) -> bool {
        self.0.insert((seat, asked, what))
    }
}
