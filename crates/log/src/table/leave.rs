//! One vacation of a player, as it was booked and as it has come.

use chrono::{DateTime, Utc};

use ravenpost_rules::Seat;

/// A vacation of a seat's player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vacation {
    /// Whose it is.
    pub seat: Seat,
    /// When it begins, as it was booked.
    pub from: DateTime<Utc>,
    /// When it is over.
    pub to: DateTime<Utc>,
    /// When it began; nothing before that.
    pub begun: Option<DateTime<Utc>>,
}

impl Vacation {
    /// Whether it lasts at that moment.
    pub fn lasts_at(&self, now: DateTime<Utc>) -> bool {
        self.begun.is_some_and(|begun| begun <= now) && now < self.to
    }
}
