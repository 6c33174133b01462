//! The clock of a seat that owes an order: since when it runs, when it stood still, and what of an
//! outage it ran through.

use chrono::{DateTime, Duration, Utc};

use crate::act::Outage;
use crate::act::stage::Stage;
use crate::act::why::Why;
use crate::ids::At;
use ravenpost_rules::numbers::Seq;

/// A time, from one moment to another.
pub type Time = (DateTime<Utc>, DateTime<Utc>);

/// An outage that was made good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MadeGood {
    /// From when to when it counted.
    pub time: Time,
    /// What could not be reached: the server or its post.
    pub what: Outage,
}

/// A part of the time between a question and its deadline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Why it is there.
    pub why: Why,
    /// How long it is.
    pub span: Duration,
}

/// A seat that owes an order, with its clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pending {
    /// What it is asked, as the title names it.
    pub decision: String,
    /// The same in words.
    pub ask: String,
    /// When this decision was asked.
    pub asked: DateTime<Utc>,
    /// The same, later by all the time that has been given back.
    pub since: DateTime<Utc>,
    /// When the present question was put: within a turn later than the turn was asked for.
    pub put: DateTime<Utc>,
    /// The event that put the present question: an order that saw it is not out of date.
    pub asked_at: Seq,
    /// When its time is over; none at a table without deadlines.
    pub due: Option<DateTime<Utc>>,
    /// Why it is over then: since it was asked these parts come to just that, one of each kind, in
    /// the order in which they came. None where there is no deadline.
    pub parts: Vec<Part>,
    /// The last reminder sent for this decision.
    pub reminded: Option<Stage>,
    /// When its time was over first, where the seat was late and has a grace since.
    pub late: Option<DateTime<Utc>>,
    /// Whether others were asked the same at once.
    pub together: bool,
    /// Whether the moment of an answer could tell what others may not know.
    pub private: bool,
    /// Whether the question is closed without its answer: nobody waits for the seat.
    pub passed_over: bool,
    /// When it stood still while the game went on, and was given back that time: others were asked
    /// in the midst of it, or an order had been given that was taken back.
    pub pauses: Vec<Time>,
    /// When it ran on although the game stood still: a vote that its own seat asked for in vain.
    pub ran: Vec<Time>,
    /// Whether its player has said something to it that stands.
    pub answered: bool,
    /// How much it draws on the seat's bank; nothing as long as that does not run.
    pub banked: Duration,
    /// What of that went back into the bank, and what came in, when it was answered.
    pub credited: Duration,
    /// The time for which it stands because its player is on vacation.
    pub held: Option<Time>,
    /// What of its days off was noted anew because it stands so: the vacation began in the midst of
    /// the question.
    pub off_again: Duration,
}

impl Pending {
    /// A clock that begins with event `version`, for what is to be said yet.
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

    /// The same clock with its deadline so much later, for that reason.
    pub fn more(mut self, why: Why, span: Duration) -> Pending {
        let Some(due) = self.due.filter(|_| !span.is_zero()) else { return self };
        self.due = Some(due + span);
        match self.parts.iter_mut().find(|part| part.why == why) {
            Some(part) => part.span += span,
            None => self.parts.push(Part { why, span }),
        }
        self
    }

    /// The same clock, set back by so much: what was left of it is left still.
    pub fn later_by(&self, why: Why, span: Duration) -> Pending {
        Pending { since: self.since + span, ..self.clone().more(why, span) }
    }

    /// The same clock after it stood still: that time is given back, but for what of it was given
    /// back already because its player is on vacation.
    pub fn stand(&self, why: Why, time: Time) -> Pending {
        let mut wait = self.later_by(why, outside(time, &self.pauses));
        wait.pauses.push(time);
        wait
    }

    /// The same clock after outages through which it ran, of a game that stood still at times.
    pub fn made_good(&self, away: impl Iterator<Item = MadeGood>, stood: &[Time]) -> Pending {
        away.fold(self.clone(), |wait, away| {
            let lost = wait.lost(away.time, stood);
            wait.later_by(away.what.into(), lost)
        })
    }

    /// The same clock after it ran on while the game stood still: only what of that was an outage
    /// is given back.
    pub fn run_on(
        mut self,
        time: Time,
        away: impl Iterator<Item = MadeGood>,
        stood: &[Time],
    ) -> Pending {
        self.ran.push(time);
        self.made_good(away, stood)
    }

    /// The same clock, with its deadline no earlier than that, for that reason.
    pub fn at_least(self, why: Why, due: DateTime<Utc>) -> Pending {
        match self.due.filter(|own| *own < due) {
            Some(own) => self.more(why, due - own),
            None => self,
        }
    }

    /// The part of an outage that this clock ran through, of a game that stood still at times.
    pub fn lost(&self, (from, to): Time, stood: &[Time]) -> Duration {
        let still = [&self.pauses, stood].concat();
        let ran = |ran: &Time| outside((from.max(ran.0), to.min(ran.1)), &self.pauses);
        let lost = outside((from.max(self.asked), to), &still);
        lost + self.ran.iter().map(ran).sum::<Duration>()
    }

    /// The moment at which this clock next wants something: a reminder or the deadline.
    pub fn next(&self) -> Option<DateTime<Utc>> {
        let due = self.due?;
        let stage = Stage::ALL.into_iter().find(|stage| Some(*stage) > self.reminded);
        Some(stage.map_or(due, |stage| self.moment(stage, due)))
    }

    /// The latest reminder that is due by `now`, if it was not sent yet.
    pub fn stage(&self, now: DateTime<Utc>) -> Option<Stage> {
        let due = self.due?;
        let ripe = |stage: &Stage| Some(*stage) > self.reminded && self.moment(*stage, due) <= now;
        Stage::ALL.into_iter().rev().find(ripe)
    }

    fn moment(&self, stage: Stage, due: DateTime<Utc>) -> DateTime<Utc> {
        let whole = (due - self.since).num_milliseconds();
        due - Duration::milliseconds(whole / 100 * i64::from(stage.left()))
    }
}

/// How long a time is without what of it lies in others.
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
