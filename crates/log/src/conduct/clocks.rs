//! Acts caused by time: deadlines, reminders, time limits and outages; also new rules and epochs
//! when the server starts.

use chrono::{DateTime, Duration, SubsecRound, Utc};

use super::positions::Positions;
use super::{Asked, May, no};
use crate::act::Act;
use crate::act::cause::Absence;
use crate::act::pace::NotAwaited;
use crate::act::stage::Stage;
use crate::act::why::{Reason, Why};
use ravenpost_rules::Seat;
use ravenpost_rules::dice::Epoch;

/// An upper bound, in seconds, for the time by which days off can move a deadline. The extreme case
/// is a turn of sixty days with five days off a week.
const MOST_OFF: u32 = 60 * 4 * 86_400;

impl<G: Positions> Asked<'_, G> {
    /// Checks a default order. It is played when the time is over, or at once for a seat that is
    /// not waited for.
    pub(super) fn may_lapse(self, act: &Act) -> May<G> {
        self.must_go_on()?;
        let Act::TimedOut { seat, decision, deadline: due, asked_at: asked, cause: why, .. } = act
        else {
            return Ok(());
        };
        let (seat, due) = (*seat, *due);
        if !self.knows_clocks() {
            let passed = due.is_none_or(|due| due <= self.now);
            let absent = matches!(why, Some(Absence::NotAwaited | Absence::Vacation));
            let clock = due.is_some() || absent || !self.table.manned(seat);
            return if passed && clock { Ok(()) } else { no("its time was not up") };
        }
        let Some(wait) = self.table.waits.get(&seat) else {
            return no("that seat has no move to make");
        };
        if wait.decision != *decision {
            return no("that seat is awaited for a different decision");
        }
        if wait.passed_over {
            let rightly = (due, *asked, *why) == (None, None, Some(Absence::NotAwaited));
            return if rightly {
                Ok(())
            } else {
                no("the seat was not awaited, so its turn had already been closed")
            };
        }
        if why.is_some_and(|why| why == Absence::NotAwaited) {
            return no("that seat is still awaited");
        }
        if *why == Some(Absence::Vacation) {
            let ready = self.table.ready_on_vacation(self.now).contains(&seat);
            let rightly = ready && (due, *asked) == (None, None);
            return if rightly { Ok(()) } else { no("other seats are still awaited") };
        }
        let own = wait.due.filter(|_| self.table.manned(seat));
        if !self.table.manned(seat) {
            self.must_have_come(seat)?;
        }
        if self.table.manned(seat) && own.is_none_or(|own| own > self.now) {
            return no("its time was not up");
        }
        if self.table.grace_of(seat, self.now).is_some() {
            return no("the seat still has a grace period");
        }
        if self.table.bank_of(seat, self.now).is_some() {
            return no("the seat still has time in its bank");
        }
        match (own == due, *asked == due.map(|_| wait.asked)) {
            (false, _) => no("its deadline was at a different time"),
            (_, false) => no("its turn began at a different time"),
            _ => Ok(()),
        }
    }

    /// Checks the start of a grace period: a late seat gets one, at most once in a number of
    /// questions that the pace sets.
    pub(super) fn may_be_late(self, seat: Seat, until: DateTime<Utc>) -> May<G> {
        self.must_go_on()?;
        if self.table.pace.grace.is_none() {
            return no("this table has no grace");
        }
        if !self.knows_clocks() {
            return Ok(());
        }
        match self.table.grace_of(seat, self.now) {
            Some(own) if own == until => Ok(()),
            Some(_) => no("the grace period does not have the length set for this table"),
            None => no("the seat's time is not up, or it has no grace left"),
        }
    }

    /// Checks that a question may be closed without the seats that are not waited for. All others
    /// must have answered, and it must have been open for half a day.
    pub(super) fn may_pass_over(self, seats: &[Seat], missed: u8, of: u8) -> May<G> {
        self.must_go_on()?;
        if self.table.pace.not_awaited != Some(NotAwaited { missed, of }) {
            return no("the table has a different rule on seats that are not awaited");
        }
        let right = match self.knows_clocks() {
            true => self.table.passed_over(self.now) == seats,
            false => true,
        };
        match right && !seats.is_empty() {
            true => Ok(()),
            false => no("a seat is still awaited, or the turn has been open for less than half a \
                         day"),
        }
    }

    /// Checks a deadline moved by days off or by a vacation. Days off move it once, when the
    /// question is asked. Which days lie in between depends on the time zone's rules, so the length
    /// is not checked.
    pub(super) fn may_be_due(self, seat: Seat, due: DateTime<Utc>, why: &[Reason]) -> May<G> {
        self.must_be_running()?;
        if let [Reason { cause: Why::Vacation, seconds }] = why {
            return self.may_hold(seat, due, *seconds);
        }
        if self.table.pace.days_off.is_none() {
            return no("this table has no days off");
        }
        let [Reason { cause: Why::DaysOff, seconds: seconds @ 1..=MOST_OFF }] = why else {
            return no("only days off extend a deadline this way");
        };
        if !self.knows_clocks() {
            return Ok(());
        }
        let Some(wait) = self.table.waits.get(&seat) else {
            return no("that seat has no move to make");
        };
        let again = self.table.off_again(seat, self.now).is_some();
        if wait.parts.iter().any(|part| part.why == Why::DaysOff) && !again {
            return no("its deadline was already extended");
        }
        let later = Duration::seconds((*seconds).into());
        match wait.due.map(|own| own + later) == Some(due) {
            true => Ok(()),
            false => no("the new deadline does not match the extension"),
        }
    }

    pub(super) fn may_remind(self, seat: Seat, stage: Stage) -> May<G> {
        self.must_go_on()?;
        if !self.knows_clocks() {
            let somebody = self.table.attended(seat);
            return if somebody { Ok(()) } else { no("no such reminder was due") };
        }
        let Some(wait) = self.table.waits.get(&seat) else {
            return no("that seat has no move to make");
        };
        let due = self.table.attended(seat) && wait.stage(self.now) == Some(stage);
        match due {
            true => Ok(()),
            false => no("no such reminder was due"),
        }
    }

    pub(super) fn may_ring(self) -> May<G> {
        self.must_go_on()?;
        match self.table.time_limit {
            _ if !self.knows_clocks() => Ok(()),
            Some(moment) if moment <= self.now => Ok(()),
            _ => no("the table's time limit was not reached"),
        }
    }

    /// Checks that sealed orders may be revealed: the delay after the last sheet or the question's
    /// deadline must have passed.
    pub(super) fn may_resolve(self, due: bool) -> May<G> {
        self.must_go_on()?;
        if self.table.sealed_for.is_none() {
            return no("at this table, orders are revealed with the last sheet");
        }
        if !self.knows_clocks() {
            return Ok(());
        }
        match &self.table.opens {
            Some(opens) if opens.at <= self.now && opens.due == due => Ok(()),
            Some(_) => no("sheets can still be undone"),
            None => no("there are no sealed orders to reveal: a seat is still awaited"),
        }
    }

    /// Checks the compensation of an outage. It must be over, not yet compensated, and some clock
    /// must have run during it.
    pub(super) fn may_make_good(self, from: DateTime<Utc>, to: DateTime<Utc>) -> May<G> {
        self.must_be_running()?;
        let last = self.game.last_event_at();
        // Events are never dated before the previous one, even if the clock was set back meanwhile.
        let over = to.trunc_subsecs(3);
        let now = over == self.now || over < self.now && last == Some(self.now);
        if from >= to || !now {
            return no("an outage is compensated when it ends");
        }
        let lost = !self.knows_clocks() || self.table.loses((from, to));
        match self.table.lost_from(from) == from && lost {
            true => Ok(()),
            false => no("no seat lost time that was not already compensated"),
        }
    }

    /// Checks a change of the rules. The server that continues the game knows which versions exist.
    pub(super) fn may_rule(self, rules: u32) -> May<G> {
        self.must_go_on_or_wait()?;
        if rules == self.table.rules { no("the game already uses these rules") } else { Ok(()) }
    }

    /// Checks a new epoch: the game must never have had it before.
    pub(super) fn may_renew(self, epoch: Epoch) -> May<G> {
        self.must_go_on_or_wait()?;
        match self.game.had_epoch(epoch) {
            true => no("the epoch was used before, so its draws would repeat"),
            false => Ok(()),
        }
    }
}
