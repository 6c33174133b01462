//! Seats that nobody waits for: they missed too many of their last questions. They may answer as
//! ever, for half a day at least, and where all are asked at once they hold nobody up.

use chrono::{DateTime, Duration, Utc};

use super::pending::Pending;
use super::status::GameStatus;
use ravenpost_rules::Seat;

/// A seat that nobody waits for has this long all the same.
pub const LEAST_OPEN: Duration = Duration::hours(12);

impl GameStatus {
    /// Whether nobody waits for a seat, by what it made of its last questions.
    pub fn is_not_awaited(&self, seat: Seat) -> bool {
        let rule = self.pace.not_awaited.filter(|_| self.attended(seat));
        let chair = self.slot(seat);
        rule.zip(chair).is_some_and(|(rule, chair)| chair.record.missed(rule.missed, rule.of))
    }

    /// When a question that was put to several at once is closed without those who are still asked;
    /// nothing where somebody else is.
    pub fn passes_over_at(&self) -> Option<DateTime<Utc>> {
        let absent = |(seat, wait): (&Seat, &Pending)| {
            (wait.together && self.is_not_awaited(*seat)).then(|| wait.since + LEAST_OPEN)
        };
        // Where nobody is left who is waited for, nobody is in a hurry.
        if self.manned_seats().iter().all(|seat| self.is_not_awaited(*seat)) {
            return None;
        }
        let moments: Option<Vec<_>> = self.waits.iter().map(absent).collect();
        moments?.into_iter().max()
    }

    /// The seats without whose answers the question is closed now; none as long as it stays open.
    pub fn passed_over(&self, now: DateTime<Utc>) -> Vec<Seat> {
        let closes = self.passes_over_at().is_some_and(|at| at <= now);
        let open = self.waits.iter().filter(|(_, wait)| closes && !wait.passed_over);
        open.map(|(seat, _)| *seat).collect()
    }

    /// Nobody waits for those seats in what they are asked now.
    pub fn pass_over(&mut self, seats: &[Seat]) {
        for seat in seats {
            if let Some(wait) = self.waits.get_mut(seat) {
                wait.passed_over = true;
            }
        }
    }
}
