//! The clock of a pending question: its deadline, its extensions, and when it was stopped.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};

use crate::act::Outage;
use crate::act::stage::Stage;
use crate::act::time_reasons::Why;
use crate::ids::At;
use ravenpost_rules::Ask;
use ravenpost_rules::numbers::Seq;

/// A time span, as its start and end.
pub type Time = (DateTime<Utc>, DateTime<Utc>);

/// A compensated outage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Compensated {
    /// The time that was compensated.
    pub time: Time,
    /// The component that was down.
    pub what: Outage,
}

/// A part of the time between a question and its deadline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Why it exists.
    pub why: Why,
    /// Its length.
    pub span: Duration,
}

/// A pending question of a seat, with its clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pending {
    /// The decision, as the title names it.
    pub decision: String,
    /// The decision in words. Shared, because clocks are copied at every order.
    pub ask: Arc<Ask>,
    /// When this decision was first asked.
    pub asked: DateTime<Utc>,
    /// The same time, shifted by all the time that was given back.
    pub since: DateTime<Utc>,
    /// When the current question was asked. Within a turn this is later than `asked`.
    pub put: DateTime<Utc>,
    /// The event that asked the current question: an order based on it is not out of date.
    pub asked_at: Seq,
    /// The deadline; `None` at a table without deadlines.
    pub due: Option<DateTime<Utc>>,
    /// The parts whose sum is the time from `asked` to the deadline: one of each kind, in
    /// chronological order. Empty without a deadline.
    pub parts: Vec<Part>,
    /// The last reminder sent for this decision.
    pub reminded: Option<Stage>,
    /// The original deadline, if the seat was late and now uses its grace or bank.
    pub late: Option<DateTime<Utc>>,
    /// Whether other seats were asked the same at once.
    pub together: bool,
    /// Whether the time of an answer could reveal hidden information.
    pub private: bool,
    /// Whether the question was closed without an answer, because the seat is not waited for.
    pub passed_over: bool,
    /// When the clock was stopped although the game went on, with the time given back: other seats
    /// were asked in between, or an order was undone.
    pub pauses: Vec<Time>,
    /// When the clock ran although the game was stopped, because its own seat's proposal failed.
    pub ran: Vec<Time>,
    /// Whether its player gave an answer that is still valid.
    pub answered: bool,
    /// How much it uses of the seat's bank; zero unless the bank is in use.
    pub banked: Duration,
    /// How much was added to the bank when the question ended: unused time and the increment.
    pub credited: Duration,
    /// The time for which it is stopped by a vacation.
    pub held: Option<Time>,
    /// The days off recomputed because a vacation started in the middle of the question.
    pub off_again: Duration,
}

impl Pending {
    /// Starts a clock at that event; the decision and its words are still empty.
    pub fn begin(at: At, due: Option<DateTime<Utc>>) -> Pending {
        let (decision, ask) = Default::default();
        let (asked, since) = (at.time, at.time);
        let (pauses, ran) = (Vec::new(), Vec::new());
        let pace = due.map(|due| Part { why: Why::Turn, span: due - asked });
        let (asked_at, reminded, late) = (at.seq, None, None);
        let parts = pace.into_iter().collect();
        let (together, private, passed_over) = (false, false, false);
        Pending {
            decision,
            ask,
            asked,
            since,
            put: asked,
            asked_at,
            due,
            parts,
            reminded,
            late,
            together,
            private,
            passed_over,
            pauses,
            ran,
            answered: false,
            banked: Duration::zero(),
            credited: Duration::zero(),
            held: None,
            off_again: Duration::zero(),
        }
    }

    /// Extends the deadline and records the reason.
    pub fn more(mut self, why: Why, span: Duration) -> Pending {
        let Some(due) = self.due.filter(|_| !span.is_zero()) else { return self };
        self.due = Some(due + span);
        match self.parts.iter_mut().find(|part| part.why == why) {
            Some(part) => part.span += span,
            None => self.parts.push(Part { why, span }),
        }
        self
    }

    /// Extends the clock while keeping the time that was left at the start of the extension.
    pub fn later_by(&self, why: Why, span: Duration) -> Pending {
        Pending { since: self.since + span, ..self.clone().more(why, span) }
    }

    /// Gives back the time of a stop, except for what a vacation already gave back.
    pub fn stand(&self, why: Why, time: Time) -> Pending {
        let mut wait = self.later_by(why, outside(time, &self.pauses));
        wait.pauses.push(time);
        wait
    }

    /// Gives back the parts of outages during which the clock ran, excluding the game's stops.
    pub fn compensated(&self, away: impl Iterator<Item = Compensated>, paused: &[Time]) -> Pending {
        away.fold(self.clone(), |wait, away| {
            let lost = wait.lost(away.time, paused);
            wait.later_by(away.what.into(), lost)
        })
    }

    /// Records that the clock ran while the game was stopped. Only outages within that time are
    /// given back.
    pub fn run_on(
        mut self,
        time: Time,
        away: impl Iterator<Item = Compensated>,
        paused: &[Time],
    ) -> Pending {
        self.ran.push(time);
        self.compensated(away, paused)
    }

    /// Extends the deadline to at least `due` and records the reason.
    pub fn at_least(self, why: Why, due: DateTime<Utc>) -> Pending {
        match self.due.filter(|own| *own < due) {
            Some(own) => self.more(why, due - own),
            None => self,
        }
    }

    /// Returns the part of an outage during which the clock ran, excluding the game's stops.
    pub fn lost(&self, (from, to): Time, paused: &[Time]) -> Duration {
        let still = [&self.pauses, paused].concat();
        let ran = |ran: &Time| outside((from.max(ran.0), to.min(ran.1)), &self.pauses);
        let lost = outside((from.max(self.asked), to), &still);
        lost + self.ran.iter().map(ran).sum::<Duration>()
    }

    /// Returns when the clock is next due, for a reminder or the deadline.
    pub fn next(&self) -> Option<DateTime<Utc>> {
        let due = self.due?;
        let stage = Stage::ALL.iter().copied().find(|stage| Some(*stage) > self.reminded);
        Some(stage.map_or(due, |stage| self.moment(stage, due)))
    }

    /// Returns the latest reminder that is due at `now` and was not sent yet.
    pub fn stage(&self, now: DateTime<Utc>) -> Option<Stage> {
        let due = self.due?;
        let ripe = |stage: &Stage| Some(*stage) > self.reminded && self.moment(*stage, due) <= now;
        Stage::ALL.iter().copied().rev().find(ripe)
    }

    fn moment(&self, stage: Stage, due: DateTime<Utc>) -> DateTime<Utc> {
        let whole = (due - self.since).num_milliseconds();
        due - Duration::milliseconds(whole / 100 * i64::from(stage.left()))
    }
}

/// Returns the length of a time span without its overlap with others.
pub fn outside((from, to): Time, others: &[Time]) -> Duration {
    let mut others = others.to_vec();
    others.sort_unstable();
    others.push((to, to));
    let (mut at, mut sum) = (from, Duration::zero());
    for (began, ended) in others {
        sum += (began.min(to) - at).max(Duration::zero());
        at = at.max(ended);
    }
    sum
}
