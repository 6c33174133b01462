//! Seats that are not waited for, because they missed too many of their recent questions. They may
//! still answer, and have at least half a day, but they do not hold up simultaneous questions.

use chrono::{DateTime, Duration, Utc};

use super::clock_state::Clocks;
use super::clock_state::pending::Pending;
use super::status::GameStatus;
use ravenpost_rules::Seat;

/// The minimum time that a question stays open for a seat that is not waited for.
pub const LEAST_OPEN: Duration = Duration::hours(12);

impl GameStatus {
    /// Returns whether a seat is not waited for, based on its recent questions.
    pub fn is_not_awaited(&self, seat: Seat) -> bool {
        let rule = self.pace.not_awaited.filter(|_| self.seats.attended(seat));
        let slot = self.seats.slot(seat);
        rule.zip(slot).is_some_and(|(rule, slot)| slot.record.missed(rule.missed, rule.of))
    }

    /// Returns when a simultaneous question closes without the seats that are still asked. `None`
    /// if one of them is waited for.
    pub fn passes_over_at(&self) -> Option<DateTime<Utc>> {
        let absent = |(seat, wait): (&Seat, &Pending)| {
            (wait.together && self.is_not_awaited(*seat)).then(|| wait.since + LEAST_OPEN)
        };
        // If no seat at all is waited for, closing early would help no one.
        if self.seats.manned_seats().iter().all(|seat| self.is_not_awaited(*seat)) {
            return None;
        }
        let moments: Option<Vec<_>> = self.clocks.waits.iter().map(absent).collect();
        moments?.into_iter().max()
    }

    /// Returns the seats without whose answers the question closes now.
    pub fn passed_over(&self, now: DateTime<Utc>) -> Vec<Seat> {
        let closes = self.passes_over_at().is_some_and(|at| at <= now);
        let open = self.clocks.waits.iter().filter(|(_, wait)| closes && !wait.passed_over);
        open.map(|(seat, _)| *seat).collect()
    }
}

impl Clocks {
    /// Marks the pending questions of these seats as closed without an answer.
    pub fn pass_over(&mut self, seats: &[Seat]) {
        for seat in seats {
            if let Some(wait) = self.waits.get_mut(seat) {
                wait.passed_over = true;
            }
        }
    }
}
