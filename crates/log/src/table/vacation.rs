//! Vacations: who is away and when, and the effect on questions. In simultaneous questions, a
//! player on vacation counts as ready when all others are. If the table has agreed to it, the clock
//! of a player who is asked alone stops until the vacation is over.

use chrono::{DateTime, Duration, Utc};

use super::clock_state::Clocks;
use super::clock_state::pending::{Pending, Time};
use super::leave::{Vacation, Vacations};
use super::status::GameStatus;
use crate::act::time_reasons::Why;
use ravenpost_rules::Seat;

impl GameStatus {
    /// Returns how much vacation a seat has left; `None` if the table has none.
    pub fn vacation_left(&self, seat: Seat) -> Option<Duration> {
        let rule = self.pace.vacation?;
        let own = self.vacations.all.iter().filter(|one| one.seat == seat);
        let used: Duration = own.map(|one| one.to - one.from).sum();
        Some((Duration::days(rule.days.into()) - used).max(Duration::zero()))
    }

    /// Returns the seats on vacation that count as ready, because only they have not answered a
    /// simultaneous question. At least one other person must be playing.
    pub fn ready_on_vacation(&self, now: DateTime<Utc>) -> Vec<Seat> {
        let away = |seat: &Seat| self.vacations.has(*seat, now);
        let ready = |(seat, wait): (&Seat, &Pending)| wait.together && away(seat);
        let closed = self.pace.vacation.is_some() && self.clocks.waits.iter().all(ready);
        match closed && self.seats.manned_seats().iter().any(|seat| !away(seat)) {
            true => self.clocks.waits.keys().copied().collect(),
            false => Vec::new(),
        }
    }

    /// Returns the time until which a seat's running clock has to be stopped, because its player is
    /// on vacation and is asked alone.
    pub fn to_hold(&self, seat: Seat, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.pace.vacation.filter(|rule| rule.stops_clock)?;
        let wait =
            self.clocks.waits.get(&seat).filter(|wait| !wait.together && wait.due > Some(now))?;
        let one = self.vacations.of(seat, now).filter(|one| one.lasts_at(now))?;
        let stands = wait.held.is_some_and(|held| held.1 >= one.to);
        (!stands).then_some(one.to)
    }

    /// Ends or cancels a vacation: the rest of it is available again, and the seat's clock resumes.
    pub(super) fn returned(&mut self, seat: Seat, now: DateTime<Utc>) {
        self.vacations.end(seat, now);
        if let Some(wait) = self.clocks.waits.get_mut(&seat) {
            *wait = wait.back_early(now);
        }
        if let Some((wait, _)) = self.clocks.stopped.get_mut(&seat) {
            *wait = wait.back_early(now);
        }
    }
}

impl Clocks {
    /// Stops a seat's clock for this long from now on.
    pub(super) fn hold(&mut self, seat: Seat, span: Duration, now: DateTime<Utc>) {
        if let Some(wait) = self.waits.get_mut(&seat) {
            let time = (now, now + span);
            let off_again = Duration::zero();
            *wait = Pending { held: Some(time), off_again, ..wait.stand(Why::Vacation, time) };
        }
    }

    /// Returns the deadline that a clock would have if a vacation had not stopped it in the middle
    /// of its question, and the time of that stop. `None` except at the event that starts the stop
    /// or ends it early, because days off are then recomputed, once each.
    pub fn off_again(&self, seat: Seat, now: DateTime<Utc>) -> Option<(DateTime<Utc>, Time)> {
        let wait = self.waits.get(&seat).filter(|wait| wait.off_again.is_zero())?;
        let held = wait.held.filter(|held| held.0 > wait.asked)?;
        let fresh = held.0 == now || held.1 == now;
        fresh.then_some((wait.due? - (held.1 - held.0), held))
    }
}

impl Vacations {
    /// Returns an earlier clock as it would be if the player's return had been known then.
    pub(super) fn with_returns(&self, seat: Seat, wait: &Pending) -> Pending {
        let Some(held) = wait.held else { return wait.clone() };
        let within = |one: &&Vacation| one.begun.is_some_and(|begun| begun <= held.0);
        let own = self.all.iter().filter(|one| one.seat == seat && held.0 <= one.to);
        own.filter(within).fold(wait.clone(), |wait, one| wait.back_early(one.to))
    }
}

impl Pending {
    /// Returns the clock with its vacation stop ended by that time.
    fn back_early(&self, now: DateTime<Utc>) -> Pending {
        let Some(held) = self.held.filter(|held| held.1 > now) else { return self.clone() };
        let until = now.max(held.0);
        let mut wait =
            self.later_by(Why::Vacation, until - held.1).more(Why::DaysOff, -self.off_again);
        wait.off_again = Duration::zero();
        wait.parts.retain(|part| !part.span.is_zero());
        wait.pauses.iter_mut().filter(|one| **one == held).for_each(|one| one.1 = until);
        wait.held = Some((held.0, until));
        wait
    }
}
