//! What time brings: deadlines, reminders, bells, outages, and new rules when a program starts.

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

/// The longest time that days off put a deadline off: five of seven days, for sixty days.
const MOST_OFF: u32 = 60 * 4 * 86_400;

impl<G: Positions> Asked<'_, G> {
    /// The fallback is played when the time is over; at once for a seat that nobody waits for.
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
            return if passed && clock { Ok(()) } else { no("its time was not over") };
        }
        let Some(wait) = self.table.waits.get(&seat) else {
            return no("nothing is asked of that seat");
        };
        if wait.decision != *decision {
            return no("something else is asked of that seat");
        }
        if wait.passed_over {
            let rightly = (due, *asked, *why) == (None, None, Some(Absence::NotAwaited));
            return if rightly { Ok(()) } else { no("it was closed because nobody waits for it") };
        }
        if why.is_some_and(|why| why == Absence::NotAwaited) {
            return no("that seat is waited for");
        }
        if *why == Some(Absence::Vacation) {
            let ready = self.table.ready_on_vacation(self.now).contains(&seat);
            let rightly = ready && (due, *asked) == (None, None);
            return if rightly { Ok(()) } else { no("others are still waited for") };
        }
        let own = wait.due.filter(|_| self.table.manned(seat));
        if !self.table.manned(seat) {
            self.must_have_come(seat)?;
        }
        if self.table.manned(seat) && own.is_none_or(|own| own > self.now) {
            return no("its time was not over");
        }
        if self.table.grace_of(seat, self.now).is_some() {
            return no("the seat has a grace left");
        }
        if self.table.bank_of(seat, self.now).is_some() {
            return no("the seat has something in its bank");
        }
        match (own == due, *asked == due.map(|_| wait.asked)) {
            (false, _) => no("its time was over at another moment"),
            (_, false) => no("it was asked at another moment"),
            _ => Ok(()),
        }
    }

    /// A seat that is late has its grace, once in so many questions.
    pub(super) fn may_be_late(self, seat: Seat, until: DateTime<Utc>) -> May<G> {
        self.must_go_on()?;
        if self.table.pace.grace.is_none() {
            return no("nobody has a grace at this table");
        }
        if !self.knows_clocks() {
            return Ok(());
        }
        match self.table.grace_of(seat, self.now) {
            Some(own) if own == until => Ok(()),
            Some(_) => no("a grace is as long as the table has agreed"),
            None => no("its time is not over, or it has no grace left"),
        }
    }

    /// A question is closed without those that nobody waits for, when all others have answered and
    /// it was open for half a day.
    pub(super) fn may_pass_over(self, seats: &[Seat], missed: u8, of: u8) -> May<G> {
        self.must_go_on()?;
        if self.table.pace.not_awaited != Some(NotAwaited { missed, of }) {
            return no("that is not what the table has agreed on whom nobody waits for");
        }
        let right = match self.knows_clocks() {
            true => self.table.passed_over(self.now) == seats,
            false => true,
        };
        match right && !seats.is_empty() {
            true => Ok(()),
            false => no("somebody is still waited for, or it was open for less than half a day"),
        }
    }

    /// A deadline is put off by days off when its question is put, once, and at a table that has
    /// such days. Which days lie there a zone's rules say, and they are believed.
    pub(super) fn may_be_due(self, seat: Seat, due: DateTime<Utc>, why: &[Reason]) -> May<G> {
        self.must_be_running()?;
        if let [Reason { cause: Why::Vacation, seconds }] = why {
            return self.may_hold(seat, due, *seconds);
        }
        if self.table.pace.days_off.is_none() {
            return no("no days are off at this table");
        }
        let [Reason { cause: Why::DaysOff, seconds: seconds @ 1..=MOST_OFF }] = why else {
            return no("a deadline is put off by days off, and by nothing else");
        };
        if !self.knows_clocks() {
            return Ok(());
        }
        let Some(wait) = self.table.waits.get(&seat) else {
            return no("nothing is asked of that seat");
        };
        let again = self.table.off_again(seat, self.now).is_some();
        if wait.parts.iter().any(|part| part.why == Why::DaysOff) && !again {
            return no("its deadline was put off already");
        }
        let later = Duration::seconds((*seconds).into());
        match wait.due.map(|own| own + later) == Some(due) {
            true => Ok(()),
            false => no("that is not what the deadline comes to"),
        }
    }

    pub(super) fn may_remind(self, seat: Seat, stage: Stage) -> May<G> {
        self.must_go_on()?;
        if !self.knows_clocks() {
            let somebody = self.table.attended(seat);
            return if somebody { Ok(()) } else { no("there was nobody to remind of that then") };
        }
        let Some(wait) = self.table.waits.get(&seat) else {
            return no("nothing is asked of that seat");
        };
        let due = self.table.attended(seat) && wait.stage(self.now) == Some(stage);
        match due {
            true => Ok(()),
            false => no("there was nobody to remind of that then"),
        }
    }

    pub(super) fn may_ring(self) -> May<G> {
        self.must_go_on()?;
        match self.table.bell {
            _ if !self.knows_clocks() => Ok(()),
            Some(moment) if moment <= self.now => Ok(()),
            _ => no("the table's time was not up"),
        }
    }

    /// What all have sealed is opened when the time after the last sheet is over, or at once where
    /// the question's own is.
    pub(super) fn may_resolve(self, due: bool) -> May<G> {
        self.must_go_on()?;
        if self.table.sealed_for.is_none() {
            return no("at this table the last sheet opens all");
        }
        if !self.knows_clocks() {
            return Ok(());
        }
        match &self.table.opens {
            Some(opens) if opens.at <= self.now && opens.due == due => Ok(()),
            Some(_) => no("sheets may still be taken back"),
            None => no("nothing is sealed that could be opened: somebody is still asked"),
        }
    }

    /// An outage is made good when it is over, once, and where a clock ran through it.
    pub(super) fn may_make_good(self, from: DateTime<Utc>, to: DateTime<Utc>) -> May<G> {
        self.must_be_running()?;
        let last = self.game.last_event_at();
        // An event is never earlier than the one before, though the clock was set back meanwhile.
        let over = to.trunc_subsecs(3);
        let now = over == self.now || over < self.now && last == Some(self.now);
        if from >= to || !now {
            return no("an outage is made good at the moment when it is over");
        }
        let lost = !self.knows_clocks() || self.table.loses((from, to));
        match self.table.lost_from(from) == from && lost {
            true => Ok(()),
            false => no("nobody has lost time to it that was not given back already"),
        }
    }

    /// Another version of the rules. Which there are the program knows that goes on with the game.
    pub(super) fn may_rule(self, rules: u32) -> May<G> {
        self.must_go_on_or_wait()?;
        if rules == self.table.rules { no("that version decides already") } else { Ok(()) }
    }

    /// Fresh bytes for the draws to come: they are fresh only where the game never had them.
    pub(super) fn may_renew(self, epoch: Epoch) -> May<G> {
        self.must_go_on_or_wait()?;
        match self.game.had_epoch(epoch) {
            true => no("that epoch was begun before: its draws would come again"),
            false => Ok(()),
        }
    }
}
