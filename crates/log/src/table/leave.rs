//! A player's vacation, as booked and as taken.

use chrono::{DateTime, Utc};

use ravenpost_rules::Seat;

/// The vacation of a seat's player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vacation {
    /// The seat of the player.
    pub seat: Seat,
    /// When it was booked to start.
    pub from: DateTime<Utc>,
    /// When it ends.
    pub to: DateTime<Utc>,
    /// When it actually started; `None` before that.
    pub begun: Option<DateTime<Utc>>,
}

impl Vacation {
    /// Returns whether the player is on this vacation at that time.
    pub fn lasts_at(&self, now: DateTime<Utc>) -> bool {
        self.begun.is_some_and(|begun| begun <= now) && now < self.to
    }
}
