//! The bank of a seat: a reserve of time for all its questions. It runs when the time of a question
//! and any grace are over. Unused time goes back, and each answer adds some. Time once used is
//! never restored, not even by an undo or a rewind.

use chrono::{DateTime, Duration, Utc};

use super::clock_state::pending::Pending;
use super::seats::Seats;
use super::status::GameStatus;
use crate::act::time_reasons::Why;
use ravenpost_rules::Seat;

/// The minimum content for a bank to be used.
const LEAST: Duration = Duration::minutes(1);

impl GameStatus {
    /// Returns the time until which the bank of a late seat lasts. `None` if the bank is already in
    /// use or empty, if there is grace left, or if the player is on vacation.
    pub fn bank_of(&self, seat: Seat, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let wait = self.clocks.waits.get(&seat).filter(|wait| wait.banked.is_zero())?;
        let due = wait.due.filter(|due| *due <= now && self.seats.attended(seat))?;
        let spare = self.grace_of(seat, now).is_some() || self.vacations.has(seat, due);
        let left = self.seats.bank(seat).filter(|left| *left >= LEAST && !spare)?;
        Some(due + left)
    }

    /// Extends a seat's deadline to `until` from its bank.
    pub fn draws_on_bank(&mut self, seat: Seat, until: DateTime<Utc>) {
        let Some(wait) = self.clocks.waits.get_mut(&seat) else { return };
        let Some(due) = wait.due else { return };
        let span = until - due;
        *wait = wait.clone().more(Why::Bank, span);
        (wait.banked, wait.late) = (span, wait.late.or(Some(due)));
        self.seats.banks(seat, -span);
    }

    /// Settles the bank when a question ends: unused time goes back, and an answer adds the
    /// increment.
    pub(super) fn is_settled(&mut self, seat: Seat, wait: &mut Pending, now: DateTime<Utc>) {
        let (Some(rule), Some(bank)) = (self.pace.bank, self.seats.bank(seat)) else { return };
        let left = wait.due.map_or(Duration::zero(), |due| due - now);
        let left = left.clamp(Duration::zero(), wait.banked);
        let more = if wait.answered { rule.increment } else { 0 };
        let room = (Duration::seconds(rule.max.into()) - bank - left).max(Duration::zero());
        wait.credited = left + Duration::seconds(more.into()).min(room);
        self.seats.banks(seat, wait.credited);
    }
}

impl Seats {
    /// Returns the content of a seat's bank; `None` if the table has no banks.
    pub fn bank(&self, seat: Seat) -> Option<Duration> {
        self.slot(seat)?.bank
    }

    /// Reverses the settlement of a question that continues after all.
    pub(super) fn is_unsettled(&mut self, seat: Seat, wait: &mut Pending) {
        self.banks(seat, -wait.credited);
        wait.credited = Duration::zero();
    }

    /// Applies a return to an earlier state: no bank then has more time than it has now.
    pub(super) fn banks_go_back(&mut self, past: &Seats) {
        self.all().for_each(|seat| self.bank_goes_back(past, seat));
    }

    /// Does the same as `banks_go_back` for one seat.
    pub(super) fn bank_goes_back(&mut self, past: &Seats, seat: Seat) {
        if let (Some(then), Some(now)) = (past.bank(seat), self.bank(seat)) {
            self.banks(seat, then.min(now) - now);
        }
    }

    fn banks(&mut self, seat: Seat, change: Duration) {
        let Some(bank) = self.bank(seat) else { return };
        if let Some(slot) = self.slots.get_mut(seat.index()).filter(|_| !change.is_zero()) {
            slot.bank = Some((bank + change).max(Duration::zero()));
        }
    }
}
