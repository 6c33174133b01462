//! The bank of a seat: time of its own for all its questions together. It runs when the time of a
//! question and a grace are over. What is not used goes back, and with an answer some comes in.
//! Time that was spent stays spent, whatever is taken back or rewound.

use chrono::{DateTime, Duration, Utc};

use super::pending::Pending;
use super::status::GameStatus;
use crate::act::pace::Bank;
use crate::act::why::Why;
use ravenpost_rules::Seat;

/// A bank with less in it than this does not run.
const LEAST: Duration = Duration::minutes(1);

impl GameStatus {
    /// What the table has agreed on banks.
    fn bank_rule(&self) -> Option<Bank> {
        self.pace.bank
    }

    /// What is in the bank of a seat; nothing where the table has none.
    pub fn bank(&self, seat: Seat) -> Option<Duration> {
        let begins = Duration::seconds(self.bank_rule()?.seconds.into());
        Some(self.slot(seat)?.bank.unwrap_or(begins))
    }

    /// Until when the bank of a seat lasts whose time is over now; nothing where it runs already or
    /// is empty, as long as there is a grace, and for one whose player is on vacation.
    pub fn bank_of(&self, seat: Seat, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let wait = self.waits.get(&seat).filter(|wait| wait.banked.is_zero())?;
        let due = wait.due.filter(|due| *due <= now && self.attended(seat))?;
        let spare = self.grace_of(seat, now).is_some() || self.is_on_vacation(seat, due);
        let left = self.bank(seat).filter(|left| *left >= LEAST && !spare)?;
        Some(due + left)
    }

    /// A seat draws on its bank until then.
    pub fn draws_on_bank(&mut self, seat: Seat, until: DateTime<Utc>) {
        let Some(wait) = self.waits.get_mut(&seat) else { return };
        let Some(due) = wait.due else { return };
        let span = until - due;
        *wait = wait.clone().more(Why::Bank, span);
        (wait.banked, wait.late) = (span, wait.late.or(Some(due)));
        self.banks(seat, -span);
    }

    /// A question is over at that moment: what is left of the bank goes back.
    pub(super) fn is_settled(&mut self, seat: Seat, wait: &mut Pending, now: DateTime<Utc>) {
        let (Some(rule), Some(bank)) = (self.bank_rule(), self.bank(seat)) else { return };
        let left = wait.due.map_or(Duration::zero(), |due| due - now);
        let left = left.clamp(Duration::zero(), wait.banked);
        let more = if wait.answered { rule.increment } else { 0 };
        let room = (Duration::seconds(rule.max.into()) - bank - left).max(Duration::zero());
        wait.credited = left + Duration::seconds(more.into()).min(room);
        self.banks(seat, wait.credited);
    }

    /// It goes on after all: what was put into the bank for it is drawn again.
    pub(super) fn is_unsettled(&mut self, seat: Seat, wait: &mut Pending) {
        self.banks(seat, -wait.credited);
        wait.credited = Duration::zero();
    }

    /// The table goes back to how it stood then: no bank has more in it by that.
    pub(super) fn banks_go_back(&mut self, past: &GameStatus) {
        Seat::all(self.table.seats).for_each(|seat| self.bank_goes_back(past, seat));
    }

    /// The same for one seat.
    pub(super) fn bank_goes_back(&mut self, past: &GameStatus, seat: Seat) {
        if let (Some(then), Some(now)) = (past.bank(seat), self.bank(seat)) {
            self.banks(seat, then.min(now) - now);
        }
    }

    fn banks(&mut self, seat: Seat, change: Duration) {
        let Some(bank) = self.bank(seat) else { return };
        if let Some(chair) = self.slots.get_mut(seat.index()).filter(|_| !change.is_zero()) {
            chair.bank = Some((bank + change).max(Duration::zero()));
        }
    }
}
