//! The course of a game outside its rules: who sits where, whose clock runs since when, and how
//! far it has come. Folded from acts and nothing else; knows no storage.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};

use crate::rules::act::{Opening, Pace, Sitter, Stage};
use crate::rules::{Awaited, Seat, Table};
pub use crate::store::games::Status;

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
    pub status: Status,
    pub chairs: Vec<Chair>,
    pub waits: BTreeMap<Seat, Wait>,
    /// When the game is to be told that time is up.
    pub bell: Option<DateTime<Utc>>,
    pub opened: DateTime<Utc>,
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
            status: Status::Open,
            chairs: vec![Chair::default(); usize::from(opening.table.seats)],
            waits: BTreeMap::new(),
            bell: None,
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
    /// an actor that goes on with its turn keeps its own, everybody else starts anew.
    pub fn await_orders(
        &mut self,
        awaited: &[Awaited],
        actor: Option<Seat>,
        at: (u64, DateTime<Utc>),
    ) {
        let (version, now) = at;
        let mut before = std::mem::take(&mut self.waits);
        for one in awaited {
            let old = before.remove(&one.seat);
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
    }
}

impl Wait {
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
