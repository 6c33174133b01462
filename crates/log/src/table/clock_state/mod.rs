//! The clocks of a table: pending and interrupted questions, and the time that was given back.

pub mod grants;
pub mod pending;
pub mod reveal;

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};

use crate::act::opening::Opening;
use crate::act::time_reasons::Why;
use crate::ids::At;
use grants::Grants;
use pending::{Compensated, Pending, Time, outside};
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;
use reveal::Opens;

const NO_TIME: Duration = Duration::zero();
/// The minimum time a seat has after the game went back, once for each question.
pub const AT_LEAST: Duration = Duration::minutes(10);

/// An answer that its seat may take back.
#[derive(Clone, Debug)]
pub struct LastAnswer {
    /// The seat that answered.
    pub seat: Seat,
    /// The clock that it ended.
    pub wait: Pending,
    /// When it was given.
    pub given: DateTime<Utc>,
}

/// The clocks of a table.
#[derive(Clone, Debug, Default)]
pub struct Clocks {
    /// The pending questions, with their clocks.
    pub waits: BTreeMap<Seat, Pending>,
    /// Stopped clocks with the time at which they stopped: a turn that waits while another seat is
    /// asked in between.
    pub stopped: BTreeMap<Seat, (Pending, DateTime<Utc>)>,
    /// When the title's time limit is reached.
    pub time_limit: Option<DateTime<Utc>>,
    /// When sealed orders are revealed, once all are in.
    pub opens: Option<Opens>,
    /// The delay between the last order sheet and the reveal; `None` if there is none.
    pub sealed_for: Option<Duration>,
    /// The longest delay of automatic answers, which are given at a drawn moment; `None` if they
    /// are given at once.
    pub moments: Option<Duration>,
    /// When the game was stopped, with the time already given back: votes, pauses, and what was
    /// superseded by a rewind.
    pub pauses: Vec<Time>,
    /// Times during which the game was stopped, or which were superseded, because of one seat
    /// alone.
    pub own_doing: Vec<(Seat, Time)>,
    /// Extra time granted once per question.
    pub grants: Grants,
    /// The last answer, with the clock that it ended.
    pub last_answer: Option<LastAnswer>,
    /// The compensated outages.
    pub outages: Vec<Compensated>,
}

impl Clocks {
    /// Returns the clocks of a table that was just opened.
    pub fn open(opening: &Opening) -> Clocks {
        let (sealed_for, moments) = (Opens::after(opening), opening.moments());
        Clocks { sealed_for, moments, ..Clocks::default() }
    }

    /// Returns when the pending question of a seat was first asked.
    pub fn asked(&self, seat: Seat) -> Option<DateTime<Utc>> {
        self.waits.get(&seat).map(|wait| wait.asked)
    }

    /// Returns the event that asked the pending question of a seat; [`Seq::NONE`] if there is none.
    pub fn asked_at(&self, seat: Seat) -> Seq {
        self.waits.get(&seat).map_or(Seq::NONE, |wait| wait.asked_at)
    }

    /// Marks questions that were asked of several seats at once by that event.
    pub(super) fn asked_together(&mut self, at: At) {
        let fresh = |wait: &Pending| wait.asked_at == at.seq && wait.asked == at.time;
        let same = |one: &Pending| {
            let asked = self.waits.values().filter(|wait| fresh(wait));
            asked.filter(|wait| wait.decision == one.decision).count()
        };
        let asked = self.waits.iter().filter(|(_, wait)| fresh(wait));
        let asked: Vec<_> = asked.map(|(seat, wait)| (*seat, same(wait) > 1)).collect();
        for (seat, together) in asked {
            if let Some(wait) = self.waits.get_mut(&seat) {
                wait.together = together;
            }
        }
    }

    /// Returns the start of the part of an outage since `from` that is not compensated yet.
    pub fn lost_from(&self, from: DateTime<Utc>) -> DateTime<Utc> {
        self.outages.iter().map(|away| away.time.1).fold(from, DateTime::max)
    }

    /// Returns whether any clock ran during that time.
    pub(super) fn lose(&self, lost: Time) -> bool {
        let drawn = self.moments.is_some();
        let runs = |wait: &Pending| wait.due.is_some() || drawn && wait.private;
        let ran = |wait: &Pending| runs(wait) && wait.lost(lost, &self.pauses) > NO_TIME;
        let rings = self.time_limit.is_some() && outside(lost, &self.pauses) > NO_TIME;
        let other = rings || self.puts_opening_off(lost);
        self.waits.values().any(ran) || other
    }

    /// Extends each clock by the part of the lost time during which it ran.
    pub(super) fn move_all(&mut self, why: Why, lost: Time) {
        for wait in self.waits.values_mut() {
            *wait = wait.later_by(why, wait.lost(lost, &self.pauses));
        }
        self.time_limit =
            self.time_limit.map(|time_limit| time_limit + outside(lost, &self.pauses));
        self.opens = self.opens.map(|opens| opens.later(lost, &self.pauses));
    }

    /// Returns the outages after the first `known` ones, each cut off at `when`.
    pub(super) fn missed(
        &self,
        known: usize,
        when: DateTime<Utc>,
    ) -> impl Iterator<Item = Compensated> {
        let since = self.outages.iter().skip(known);
        since.map(move |away| Compensated { time: (away.time.0, when.min(away.time.1)), ..*away })
    }

    /// Resumes a clock that has been stopped since `when`. It keeps the time that was left, and is
    /// extended by earlier outages that were compensated while it was stopped. `known` is the
    /// number of outages it already includes.
    pub(super) fn go_on_with(
        &self,
        wait: &Pending,
        known: usize,
        why: Why,
        (when, now): Time,
    ) -> Pending {
        let wait = wait.compensated(self.missed(known, when), &self.pauses);
        wait.stand(why, (when, now.max(when)))
    }

    /// Returns an earlier clock for a question that is asked again now, with the minimum time.
    pub(super) fn asked_again(
        &mut self,
        seat: Seat,
        wait: Pending,
        version: Seq,
        now: DateTime<Utc>,
    ) -> Pending {
        let wait = self.with_minimum(seat, wait, now);
        Pending { asked_at: version, put: now, ..wait }
    }
}
