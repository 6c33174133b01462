//! The delay before sealed orders are revealed. It lets the player who gave the last order sheet
//! take it back too. No seat is prompted in the meantime.

use chrono::{DateTime, Duration, Utc};

use super::clock_state::Clocks;
use super::clock_state::pending::{Pending, Time};
use super::clock_state::reveal::Opens;
use super::status::GameStatus;
use crate::act::time_reasons::Why;
use crate::ids::At;
use ravenpost_rules::Seat;

/// The last order sheet of a question.
#[derive(Clone, Debug)]
pub struct LastSheet {
    /// The seat that gave it.
    pub seat: Seat,
    /// The clock that ended with it.
    pub wait: Pending,
    /// Whether its player gave it on a page.
    pub by_page: bool,
}

impl GameStatus {
    /// Sets when the orders are revealed, once all seats have sealed theirs. There is a delay if
    /// the last sheet came from a page and other persons were asked too. It ends at the question's
    /// deadline at the latest, so that sealing again gains no time.
    pub fn all_sealed(&mut self, last: Option<LastSheet>, at: At) {
        let Some(span) = self.clocks.sealed_for.filter(|_| self.clocks.opens.is_none()) else {
            return;
        };
        let (since, now) = (at.time, at.time);
        let counts = |last: &LastSheet| last.by_page && waits_for_sheets(self, last);
        let opens = match last {
            Some(last) if counts(&last) => {
                let own = last.wait.due.map(|due| (due - last.wait.part(Why::Minimum)).max(now));
                let at = own.map_or(now + span, |own| own.min(now + span));
                Opens { since, at, due: own.is_some_and(|own| own <= at) }
            }
            Some(last) => {
                let due = last.wait.due.is_some_and(|due| due <= now);
                Opens { since, at: now, due }
            }
            None => Opens { since, at: now, due: false },
        };
        self.clocks.opens = Some(opens);
    }

    /// Takes back a seat's sheet before the reveal, even if others were sealed since. The seat is
    /// asked again until the same deadline, but has at least some minutes, once for the question.
    pub fn reopens(&mut self, past: &GameStatus, seat: Seat, given: DateTime<Utc>, at: At) {
        let Some(wait) = past.clocks.waits.get(&seat) else { return };
        let wait = self.vacations.with_returns(seat, wait);
        let wait = self.clocks.runs_on(seat, &wait, given);
        let wait = self.clocks.asked_again(seat, wait, at.seq, at.time);
        self.clocks.waits.insert(seat, wait);
        self.clocks.stopped.remove(&seat);
        self.clocks.opens = None;
        self.seats.bank_goes_back(&past.seats, seat);
    }
}

/// Returns whether another person was asked the same at once, and the last seat is neither late
/// nor absent.
fn waits_for_sheets(table: &GameStatus, last: &LastSheet) -> bool {
    let with = |(seat, (wait, _)): (&Seat, &(Pending, DateTime<Utc>))| {
        *seat != last.seat && wait.asked == last.wait.asked && table.seats.attended(*seat)
    };
    let late = last.wait.late.is_some() || table.is_not_awaited(last.seat);
    last.wait.together && !late && table.clocks.stopped.iter().any(with)
}

impl Clocks {
    /// Returns whether an outage delays the reveal.
    pub(super) fn puts_opening_off(&self, lost: Time) -> bool {
        self.opens.is_some_and(|opens| opens.lost(lost, &self.pauses) > Duration::zero())
    }
}

impl Pending {
    /// Returns how much of the time has that reason.
    fn part(&self, why: Why) -> Duration {
        self.parts.iter().filter(|part| part.why == why).map(|part| part.span).sum()
    }
}
