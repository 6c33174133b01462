//! The course of a game outside its rules: who sits where, whose clock runs since when, and how
//! far it has come. Folded from acts and nothing else; knows no storage.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};

use crate::rules::act::{Opening, Pace, Sitter, Stage};
use crate::rules::{Awaited, Seat, Table};
pub use crate::store::games::Status;

/// What a seat has at least after it took an order back, however late it was given.
const AT_LEAST: Duration = Duration::minutes(10);

/// One place at the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chair {
    pub sitter: Option<Sitter>,
    /// What this seat added to the dice.
    pub salt: String,
    /// The person left during the game; the fallback plays on without waiting.
    pub left: bool,
}

/// A seat that owes an order, with its clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wait {
    pub decision: String,
    pub ask: String,
    /// When the clock for this decision started.
    pub since: DateTime<Utc>,
    /// The event that put the present question: an order that saw it is not out of date.
    pub put: u64,
    pub due: Option<DateTime<Utc>>,
    /// The last reminder sent for this decision.
    pub reminded: Option<Stage>,
}

/// Everything about a game that its rules do not know.
#[derive(Clone, Debug)]
pub struct Course {
    pub name: String,
    pub table: Table,
    pub pace: Pace,
    pub public: bool,
    pub commitment: String,
    /// The version of the chain of hashes.
    pub chain: u8,
    pub status: Status,
    pub chairs: Vec<Chair>,
    pub waits: BTreeMap<Seat, Wait>,
    /// When the game is to be told that time is up.
    pub bell: Option<DateTime<Utc>>,
    /// Clocks that stand still, with the moment at which they stopped: a turn that waits for what
    /// another seat is asked in the midst of it.
    pub stopped: BTreeMap<Seat, (Wait, DateTime<Utc>)>,
    /// Until when outages have been made good.
    pub made_good: Option<DateTime<Utc>>,
    pub opened: DateTime<Utc>,
    /// When something happened that everybody may know of.
    pub changed: DateTime<Utc>,
}

impl Course {
    /// The course of a table just opened.
    pub fn open(opening: &Opening, now: DateTime<Utc>) -> Course {
        Course {
            name: opening.name.clone(),
            table: opening.table.clone(),
            pace: opening.pace,
            public: opening.public,
            commitment: opening.commitment.clone(),
            chain: opening.chain,
            status: Status::Open,
            chairs: vec![Chair::default(); usize::from(opening.table.seats)],
            waits: BTreeMap::new(),
            bell: None,
            stopped: BTreeMap::new(),
            made_good: None,
            opened: now,
            changed: now,
        }
    }

    pub fn chair(&self, seat: Seat) -> Option<&Chair> {
        self.chairs.get(usize::from(seat.0).checked_sub(1)?)
    }

    /// The seats nobody has taken.
    pub fn free(&self) -> Vec<Seat> {
        let free = |(at, chair): (usize, &Chair)| chair.sitter.is_none().then(|| Seat::at(at));
        self.chairs.iter().enumerate().filter_map(free).collect()
    }

    /// The seats whose holders left during the game.
    pub fn deserted(&self) -> Vec<Seat> {
        let left = self.chairs.iter().enumerate().filter(|(_, chair)| chair.left);
        left.map(|(at, _)| Seat::at(at)).collect()
    }

    /// The bot on a seat, or nothing for a person.
    pub fn bot(&self, seat: Seat) -> Option<&str> {
        match &self.chair(seat)?.sitter {
            Some(Sitter::Bot(name)) => Some(name),
            _ => None,
        }
    }

    /// Whether a person sits there and has not left.
    pub fn manned(&self, seat: Seat) -> bool {
        let manned = |chair: &Chair| chair.sitter == Some(Sitter::Person) && !chair.left;
        self.chair(seat).is_some_and(manned)
    }

    /// Restarts the clocks after event `version`: seats that still owe what they owed keep theirs,
    /// an actor that goes on with its turn keeps its own, one that comes back to it after others
    /// were asked has the time it had left, everybody else starts anew.
    pub fn await_orders(
        &mut self,
        awaited: &[Awaited],
        actor: Option<Seat>,
        at: (u64, DateTime<Utc>),
    ) {
        let (version, now) = at;
        let mut before = std::mem::take(&mut self.waits);
        for one in awaited {
            let back = self.come_back(one, now);
            let old = before.remove(&one.seat).or(back);
            let same_question = actor != Some(one.seat)
                && old.as_ref().is_some_and(|wait| wait.decision == one.decision);
            let wait = match old {
                Some(wait) if same_question => Wait { ask: one.ask.clone(), ..wait },
                Some(wait) if one.goes_on => Wait {
                    decision: one.decision.to_owned(),
                    ask: one.ask.clone(),
                    put: version,
                    ..wait
                },
                _ => Wait {
                    decision: one.decision.to_owned(),
                    ask: one.ask.clone(),
                    since: now,
                    put: version,
                    due: self.pace.turn.map(|seconds| now + Duration::seconds(seconds.into())),
                    reminded: None,
                },
            };
            self.waits.insert(one.seat, wait);
        }
        self.stopped.extend(before.into_iter().map(|(seat, wait)| (seat, (wait, now))));
    }

    /// Whether some clock ran through that time.
    pub fn loses(&self, from: DateTime<Utc>, to: DateTime<Utc>) -> bool {
        let ran = |wait: &Wait| wait.due.is_some() && wait.lost(from, to) > Duration::zero();
        self.waits.values().any(ran) || self.bell.is_some() && from < to
    }

    /// Moves every clock by the part of an outage that it ran through. Clocks that stand still
    /// are moved by the whole of their rest when they go on.
    pub fn make_good(&mut self, from: DateTime<Utc>, to: DateTime<Utc>) {
        for wait in self.waits.values_mut() {
            *wait = wait.later_by(wait.lost(from, to));
        }
        self.bell = self.bell.map(|bell| bell + (to - from).max(Duration::zero()));
        self.made_good = self.made_good.max(Some(to));
    }

    /// Goes back to the clocks of before an order that is taken back at `now`. What was asked
    /// before it is asked again, with the time that was left when the order was given, but some
    /// minutes at least. Clocks that the order did not touch go on.
    pub fn go_back(
        &mut self,
        past: &Course,
        (actor, given): (Seat, DateTime<Utc>),
        (version, now): (u64, DateTime<Utc>),
    ) {
        let present = std::mem::take(&mut self.waits);
        self.waits = past.waits.clone();
        self.stopped = past.stopped.clone();
        for (seat, wait) in &mut self.waits {
            let same = present.get(seat).filter(|same| same.put == wait.put && *seat != actor);
            if let Some(same) = same {
                *wait = same.clone();
                continue;
            }
            *wait = wait.later_by((now - given).max(Duration::zero()));
            wait.due = wait.due.map(|due| due.max(now + AT_LEAST));
            wait.put = version;
        }
    }

    /// The clock of a seat that goes on with the same decision after others were asked: later by
    /// as long as it stood still. Any other clock of the seat that had stopped is forgotten.
    fn come_back(&mut self, one: &Awaited, now: DateTime<Utc>) -> Option<Wait> {
        let (wait, when) = self.stopped.remove(&one.seat)?;
        if !one.goes_on || wait.decision != one.decision {
            return None;
        }
        Some(wait.later_by(now - when))
    }
}

impl Wait {
    /// The same clock, set back by so much: what was left of it is left still.
    fn later_by(&self, span: Duration) -> Wait {
        Wait { since: self.since + span, due: self.due.map(|due| due + span), ..self.clone() }
    }

    /// The part of an outage that this clock ran through.
    fn lost(&self, from: DateTime<Utc>, to: DateTime<Utc>) -> Duration {
        (to - from.max(self.since)).max(Duration::zero())
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

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: u32 = 3600;

    fn course() -> Course {
        let opening = Opening {
            title: "any".into(),
            name: "A table".into(),
            table: Table::of(2),
            pace: Pace { turn: Some(24 * HOUR) },
            public: false,
            commitment: String::new(),
            chain: 1,
        };
        Course::open(&opening, at(0))
    }

    fn at(hour: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + Duration::hours(hour)
    }

    fn asked(seat: u8, decision: &'static str, goes_on: bool) -> Vec<Awaited> {
        vec![Awaited { seat: Seat(seat), decision, ask: "you".into(), goes_on }]
    }

    fn due(course: &Course, seat: u8) -> DateTime<Utc> {
        course.waits[&Seat(seat)].due.expect("there is a deadline")
    }

    #[test]
    fn a_turn_that_others_interrupt_has_the_time_it_had_left() {
        let mut course = course();
        course.await_orders(&asked(1, "ride", false), None, (1, at(0)));
        course.await_orders(&asked(2, "challenge", false), Some(Seat(1)), (2, at(20)));
        assert_eq!(due(&course, 2), at(44));
        course.await_orders(&asked(1, "ride", true), Some(Seat(2)), (3, at(40)));
        assert_eq!(due(&course, 1), at(44), "four hours were left");
        assert_eq!(course.waits[&Seat(1)].since, at(20));
    }

    #[test]
    fn a_new_decision_has_a_new_clock() {
        let mut course = course();
        course.await_orders(&asked(1, "vote", false), None, (1, at(0)));
        course.await_orders(&asked(2, "vote", false), Some(Seat(1)), (2, at(20)));
        course.await_orders(&asked(1, "ride", true), Some(Seat(2)), (3, at(30)));
        assert_eq!(due(&course, 1), at(54), "another decision");
        course.await_orders(&asked(2, "raid", false), Some(Seat(1)), (4, at(31)));
        course.await_orders(&asked(1, "ride", false), Some(Seat(2)), (5, at(40)));
        assert_eq!(due(&course, 1), at(64), "another turn");
    }
}
