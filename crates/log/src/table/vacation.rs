//! Vacations: who is away between which moments, and what that means for what is asked. Where all
//! answer at once, a player on vacation is ready when all others are; the clock of one who is asked
//! alone stands, where the table has agreed to that, until the vacation is over.

use chrono::{DateTime, Duration, Utc};

use super::leave::Vacation;
use super::pending::{Pending, Time};
use super::status::GameStatus;
use crate::act::why::Why;
use ravenpost_rules::Seat;

impl GameStatus {
    /// The vacation of a seat that is booked or lasts now.
    pub fn vacation_of(&self, seat: Seat, now: DateTime<Utc>) -> Option<&Vacation> {
        self.vacations.iter().find(|one| one.seat == seat && one.to > now)
    }

    /// Whether the player of a seat was on vacation then.
    pub fn is_on_vacation(&self, seat: Seat, then: DateTime<Utc>) -> bool {
        self.vacations.iter().any(|one| one.seat == seat && one.lasts_at(then))
    }

    /// What a seat has left of its vacation; nothing where the table has none.
    pub fn vacation_left(&self, seat: Seat) -> Option<Duration> {
        let rule = self.pace.vacation?;
        let own = self.vacations.iter().filter(|one| one.seat == seat);
        let used: Duration = own.map(|one| one.to - one.from).sum();
        Some((Duration::days(rule.days.into()) - used).max(Duration::zero()))
    }

    /// Vacations that are to begin by now.
    pub fn vacations_to_begin(&self, now: DateTime<Utc>) -> Vec<Vacation> {
        let begins = |one: &&Vacation| one.begun.is_none() && one.from <= now && one.to > now;
        self.vacations.iter().filter(begins).copied().collect()
    }

    /// When the next vacation begins.
    pub fn next_vacation(&self) -> Option<DateTime<Utc>> {
        self.vacations.iter().filter(|one| one.begun.is_none()).map(|one| one.from).min()
    }

    /// Seats that are ready because all others are: what is still asked is asked of several at
    /// once, and only of players on vacation. Somebody else has to be there who plays.
    pub fn ready_on_vacation(&self, now: DateTime<Utc>) -> Vec<Seat> {
        let away = |seat: &Seat| self.is_on_vacation(*seat, now);
        let ready = |(seat, wait): (&Seat, &Pending)| wait.together && away(seat);
        let closed = self.pace.vacation.is_some() && self.waits.iter().all(ready);
        match closed && self.manned_seats().iter().any(|seat| !away(seat)) {
            true => self.waits.keys().copied().collect(),
            false => Vec::new(),
        }
    }

    /// Until when the clock of a seat is to stand that does not yet, because its player is on
    /// vacation and it is asked alone.
    pub fn to_hold(&self, seat: Seat, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.pace.vacation.filter(|rule| rule.stops_clock)?;
        let wait = self.waits.get(&seat).filter(|wait| !wait.together && wait.due > Some(now))?;
        let one = self.vacation_of(seat, now).filter(|one| one.lasts_at(now))?;
        let stands = wait.held.is_some_and(|held| held.1 >= one.to);
        (!stands).then_some(one.to)
    }

    /// The clock of a seat stands from now on for so long.
    pub(super) fn hold(&mut self, seat: Seat, span: Duration, now: DateTime<Utc>) {
        if let Some(wait) = self.waits.get_mut(&seat) {
            let time = (now, now + span);
            let off_again = Duration::zero();
            *wait = Pending { held: Some(time), off_again, ..wait.stand(Why::Vacation, time) };
        }
    }

    /// The deadline that a clock would have, had it not begun to stand in the midst of its question
    /// at that event, with the moments between which it stands: its days off are noted anew, once,
    /// when it begins to stand and when it ends before its time.
    pub fn off_again(&self, seat: Seat, now: DateTime<Utc>) -> Option<(DateTime<Utc>, Time)> {
        let wait = self.waits.get(&seat).filter(|wait| wait.off_again.is_zero())?;
        let held = wait.held.filter(|held| held.0 > wait.asked)?;
        let fresh = held.0 == now || held.1 == now;
        fresh.then_some((wait.due? - (held.1 - held.0), held))
    }

    /// A player has booked a vacation.
    pub(super) fn booked(&mut self, seat: Seat, (from, to): Time) {
        self.vacations.push(Vacation { seat, from, to, begun: None });
    }

    /// It begins.
    pub(super) fn vacation_begins(&mut self, seat: Seat, now: DateTime<Utc>) {
        let own = |one: &&mut Vacation| one.seat == seat && one.begun.is_none();
        if let Some(one) = self.vacations.iter_mut().find(own) {
            one.begun = Some(now);
        }
    }

    /// A player is back, or does not go: what is left of the vacation is the seat's again, and its
    /// clock goes on now.
    pub(super) fn returned(&mut self, seat: Seat, now: DateTime<Utc>) {
        let own = |one: &Vacation| one.seat == seat && one.to > now;
        self.vacations.retain(|one| !own(one) || one.begun.is_some());
        self.vacations.iter_mut().filter(|one| own(one)).for_each(|one| one.to = now);
        if let Some(wait) = self.waits.get_mut(&seat) {
            *wait = wait.back_early(now);
        }
        if let Some((wait, _)) = self.stopped.get_mut(&seat) {
            *wait = wait.back_early(now);
        }
    }

    /// A clock of an earlier step, as it would be there had one known when its player was back.
    pub(super) fn with_returns(&self, seat: Seat, wait: &Pending) -> Pending {
        let Some(held) = wait.held else { return wait.clone() };
        let within = |one: &&Vacation| one.begun.is_some_and(|begun| begun <= held.0);
        let own = self.vacations.iter().filter(|one| one.seat == seat && held.0 <= one.to);
        own.filter(within).fold(wait.clone(), |wait, one| wait.back_early(one.to))
    }
}

impl Pending {
    /// The same clock, were it to stand no longer than that.
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
