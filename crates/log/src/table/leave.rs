//! A player's vacation, as booked and as taken.

use chrono::{DateTime, Utc};

use super::clock_state::pending::Time;
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

/// The vacations of all players.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Vacations {
    /// All of them, including past ones.
    pub all: Vec<Vacation>,
}

impl Vacations {
    /// Returns the booked or current vacation of a seat.
    pub fn of(&self, seat: Seat, now: DateTime<Utc>) -> Option<&Vacation> {
        self.all.iter().find(|one| one.seat == seat && one.to > now)
    }

    /// Returns whether the player of a seat was on vacation at that time.
    pub fn has(&self, seat: Seat, then: DateTime<Utc>) -> bool {
        self.all.iter().any(|one| one.seat == seat && one.lasts_at(then))
    }

    /// Returns the vacations that are due to start.
    pub fn to_begin(&self, now: DateTime<Utc>) -> Vec<Vacation> {
        let begins = |one: &&Vacation| one.begun.is_none() && one.from <= now && one.to > now;
        self.all.iter().filter(begins).copied().collect()
    }

    /// Returns when the next vacation starts.
    pub fn next(&self) -> Option<DateTime<Utc>> {
        self.all.iter().filter(|one| one.begun.is_none()).map(|one| one.from).min()
    }

    /// Books a vacation.
    pub(super) fn book(&mut self, seat: Seat, (from, to): Time) {
        self.all.push(Vacation { seat, from, to, begun: None });
    }

    /// Starts a booked vacation.
    pub(super) fn begin(&mut self, seat: Seat, now: DateTime<Utc>) {
        let own = |one: &&mut Vacation| one.seat == seat && one.begun.is_none();
        if let Some(one) = self.all.iter_mut().find(own) {
            one.begun = Some(now);
        }
    }

    /// Ends or cancels the vacation of a seat: the rest of it is available again.
    pub(super) fn end(&mut self, seat: Seat, now: DateTime<Utc>) {
        let own = |one: &Vacation| one.seat == seat && one.to > now;
        self.all.retain(|one| !own(one) || one.begun.is_some());
        self.all.iter_mut().filter(|one| own(one)).for_each(|one| one.to = now);
    }
}
