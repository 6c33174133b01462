//! Acts that the clock contract of a table adds automatically: days off, grace and then bank for
//! late players, vacations and the clocks they stop, and prompts that close without waiting for
//! absent seats.

use chrono::Duration;

use crate::error::ServiceError;
use crate::game::clocks::days_off;
use crate::game::core::batch::Batch;
use ravenpost_log::Act;
use ravenpost_log::act::time_reasons::{Reason, Why};
use ravenpost_log::conduct::reserves::whole_seconds;
use ravenpost_log::table::clock_state::pending::Pending;
use ravenpost_log::table::status::Status;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;

impl Batch {
    /// Extends the deadlines of prompts made by event `seq` by the days off in between. The
    /// extensions are stored with the event itself, so that the log alone explains them.
    pub(in crate::game) fn postpone_for_days_off(&mut self, seq: Seq) -> Result<(), ServiceError> {
        self.hold()?;
        self.off_again()?;
        let status = &self.game.status;
        let pace = &status.pace;
        let (Some(turn), Some(off)) = (pace.turn, &pace.days_off) else { return Ok(()) };
        let turn = Duration::seconds(turn.into());
        let known = |wait: &Pending| wait.parts.iter().any(|part| part.why == Why::DaysOff);
        let asked =
            status.clocks.waits.iter().filter(|(_, wait)| wait.asked_at == seq && !known(wait));
        let later = asked.filter_map(|(seat, wait)| {
            // If the clock first stops for a vacation, its time begins after that.
            let begins = wait.held.map_or(wait.asked, |held| held.1);
            let later = days_off::postponement(begins, turn, off);
            let seconds = u32::try_from(later.num_seconds()).ok().filter(|seconds| *seconds > 0)?;
            let why = vec![Reason { cause: Why::DaysOff, seconds }];
            Some(Act::DeadlineMoved { seat: *seat, deadline: wait.due? + later, parts: why })
        });
        let later: Vec<Act> = later.collect();
        later.into_iter().try_for_each(|act| self.note(act).map(drop))
    }

    /// Starts the grace period of a late seat, if it has one left.
    pub fn grace(&mut self, seat: Seat) -> Result<(), ServiceError> {
        match self.game.status.grace_of(seat, self.now) {
            Some(until) => self.note(Act::GraceStarted { seat, until }).map(drop),
            None => Ok(()),
        }
    }

    /// Starts the bank of a seat whose time is over, if any is left.
    pub(in crate::game) fn draw_on_bank(&mut self, seat: Seat) -> Result<(), ServiceError> {
        match self.game.status.bank_of(seat, self.now) {
            Some(until) => self.note(Act::BankStarted { seat, until }).map(drop),
            None => Ok(()),
        }
    }

    /// Stops the clocks of players on vacation who are prompted alone. This is recorded with the
    /// event that prompted them, and when the vacation begins.
    fn hold(&mut self) -> Result<(), ServiceError> {
        let status = &self.game.status;
        let mut held = status.clocks.waits.iter().filter_map(|(seat, wait)| {
            let until = status.to_hold(*seat, self.now)?;
            let seconds = whole_seconds(until - self.now);
            let why = vec![Reason { cause: Why::Vacation, seconds }];
            let due = wait.due? + Duration::seconds(seconds.into());
            Some(Act::DeadlineMoved { seat: *seat, deadline: due, parts: why })
        });
        // Recording the act calls this function again, which handles the next seat.
        let first = held.next();
        first.map_or(Ok(()), |act| self.note(act).map(drop))
    }

    /// Extends a deadline by the days off after a vacation that began while the prompt was open.
    /// The remaining time starts when the vacation ends.
    fn off_again(&mut self) -> Result<(), ServiceError> {
        let status = &self.game.status;
        let Some(off) = status.pace.days_off.clone() else { return Ok(()) };
        let Some(last) = self.game.log.last().map(|last| last.event.at) else { return Ok(()) };
        let mut later = status.clocks.waits.iter().filter_map(|(seat, wait)| {
            let (before, held) = status.clocks.off_again(*seat, last)?;
            let left = days_off::worked(held.0, before, &off);
            let whole = held.1 + left + days_off::postponement(held.1, left, &off);
            let more = u32::try_from((whole - wait.due?).num_seconds()).ok();
            let seconds = more.filter(|seconds| *seconds > 0)?;
            let why = vec![Reason { cause: Why::DaysOff, seconds }];
            let due = wait.due? + Duration::seconds(seconds.into());
            Some(Act::DeadlineMoved { seat: *seat, deadline: due, parts: why })
        });
        // Recording the act calls this function again, which handles the next seat.
        let first = later.next();
        first.map_or(Ok(()), |act| self.note(act).map(drop))
    }

    /// Starts the vacations that are due, unless the game is paused.
    pub(in crate::game) fn begin_vacations(&mut self) -> Result<(), ServiceError> {
        let status = &self.game.status;
        if status.state != Status::Running || status.stops.since().is_some() {
            return Ok(());
        }
        let begins = status.vacations.to_begin(self.now).into_iter();
        let mut begins = begins.map(|one| Act::VacationStarted { seat: one.seat, until: one.to });
        begins.try_for_each(|act| self.note(act).map(drop))
    }

    /// Returns seats to their players when a substitute bot's time is over or no other player is
    /// left.
    pub(in crate::game) fn hand_back(&mut self) -> Result<(), ServiceError> {
        if self.game.status.state != Status::Running {
            return Ok(());
        }
        let back = self.game.status.seats.to_hand_back(self.now).into_iter();
        let mut back = back.map(|seat| Act::Substituted { seat, bot: None, until: None, by: None });
        back.try_for_each(|act| self.note(act).map(drop))
    }

    /// Closes a prompt that is pending only for seats that are not awaited, once it has been open
    /// long enough. Returns whether it did.
    pub(in crate::game) fn pass_over(&mut self) -> Result<bool, ServiceError> {
        let status = &self.game.status;
        let seats = status.passed_over(self.now);
        let Some(rule) = status.pace.not_awaited.filter(|_| !seats.is_empty()) else {
            return Ok(false);
        };
        let (missed, of) = (rule.missed, rule.of);
        self.note(Act::Skipped { seats, missed, of })?;
        Ok(true)
    }
}
