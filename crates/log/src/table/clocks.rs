//! The clocks of a table: starting, extending, stopping and restarting them. Outages are
//! compensated, and a game that goes back restores the time that was left. Votes and pauses are in
//! `stop_effects.rs`.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};

use super::clock_state::LastAnswer;
use super::clock_state::grants::Once;
use super::clock_state::pending::{Compensated, Pending, Time, outside};
use super::status::GameStatus;
use crate::act::Outage;
use crate::act::pace::Pace;
use crate::act::time_reasons::Why;
use crate::ids::At;
use ravenpost_rules::numbers::Seq;
use ravenpost_rules::{Awaited, Seat};

const NO_TIME: Duration = Duration::zero();

impl GameStatus {
    /// Restarts a seat's question with its full time, because another person plays the seat from
    /// that event on.
    pub fn ask_again(&mut self, seat: Seat, at: At) {
        let due = due(&self.pace, at.time);
        if let Some(mut wait) = self.clocks.waits.get(&seat).cloned() {
            self.is_settled(seat, &mut wait, at.time);
        }
        let restarted = |wait: &mut Pending| {
            let Pending { decision, ask, private, .. } = wait.clone();
            *wait = Pending { decision, ask, private, ..Pending::begin(at, due) };
        };
        self.clocks.waits.get_mut(&seat).map(restarted);
        if let Some((wait, when)) = self.clocks.stopped.get_mut(&seat) {
            restarted(wait);
            *when = at.time;
        }
    }

    /// Updates the clocks after an event:
    ///
    /// - A seat that is still asked the same question keeps its clock.
    /// - An actor that continues its turn keeps its clock.
    /// - A seat that returns to its turn after others were asked has the time it had left.
    /// - All other seats start a new clock.
    pub fn await_orders(&mut self, awaited: Vec<Awaited>, actor: Option<Seat>, at: At) {
        let At { seq, time: now } = at;
        let mut before = std::mem::take(&mut self.clocks.waits);
        let answered = actor.and_then(|seat| Some((seat, before.get(&seat)?.clone())));
        self.clocks.last_answer =
            answered.map(|(seat, wait)| LastAnswer { seat, wait, given: now });
        if let Some(wait) = self.spoke.take().and_then(|seat| before.get_mut(&seat)) {
            wait.answered = true;
        }
        for one in awaited {
            // The question keeps its time if it is still the same and its own seat did not act.
            let still = |wait: &&Pending| actor != Some(one.seat) && wait.decision == one.decision;
            let put = before.get(&one.seat).filter(still).map_or(now, |wait| wait.put);
            let back = come_back(self, &one, now);
            let mut old = before.remove(&one.seat).or(back);
            let same_question = actor != Some(one.seat)
                && old.as_ref().is_some_and(|wait| wait.decision == one.decision);
            if let Some(wait) = old.as_mut().filter(|_| !same_question && !one.goes_on) {
                self.is_settled(one.seat, wait, now);
            }
            let (decision, ask) = (one.decision, Arc::new(one.ask));
            let wait = match old {
                Some(wait) if same_question => Pending { ask, ..wait },
                Some(wait) if one.goes_on => {
                    Pending { decision: decision.to_owned(), ask, asked_at: seq, ..wait }
                }
                _ => {
                    let begun = Pending::begin(at, due(&self.pace, now));
                    Pending { decision: decision.to_owned(), ask, ..begun }
                }
            };
            self.clocks.waits.insert(one.seat, Pending { private: one.private, put, ..wait });
        }
        self.clocks.asked_together(at);
        for (seat, mut wait) in before {
            self.is_settled(seat, &mut wait, now);
            self.clocks.stopped.insert(seat, (wait, now));
        }
    }

    /// Returns whether some clock ran during that time. The moment for automatic answers to private
    /// questions counts as a clock, whether or not there is such an answer.
    pub fn loses(&self, lost: Time) -> bool {
        let open = self.stops.proposal.is_some() && lost.0 < lost.1;
        self.clocks.lose(lost) || open
    }

    /// Extends every clock by the part of an outage during which it ran. Stopped clocks are
    /// extended by the whole stop when they resume. An open vote is extended too.
    pub fn compensate(&mut self, what: Outage, (from, to): Time) {
        let up_to = self.stops.since().map_or(to, |since| since.min(to));
        self.clocks.move_all(what.into(), (from, up_to));
        if let Some(proposal) = &mut self.stops.proposal {
            proposal.until += (to - from.max(proposal.since)).max(NO_TIME);
        }
        self.clocks.outages.push(Compensated { time: (from, to), what });
        self.after_a_stop(to - from, None, to);
    }

    /// Restores the clocks from before an order that is undone at `now`; the previous questions are
    /// asked again. The clock of the seat that undoes counts as running meanwhile, so that an undo
    /// gains no time. Clocks of other seats that the order ended count as stopped, and unaffected
    /// ones continue.
    pub fn go_back(
        &mut self,
        past: &GameStatus,
        actor: Seat,
        given: DateTime<Utc>,
        version: Seq,
        now: DateTime<Utc>,
    ) {
        self.clocks.stopped = past.clocks.stopped.clone();
        self.clocks.last_answer = past.clocks.last_answer.clone();
        self.seats.set_aside_since(given);
        let mut waits = BTreeMap::new();
        for (seat, wait) in &past.clocks.waits {
            let same = |now: &&Pending| now.asked_at == wait.asked_at && *seat != actor;
            if let Some(same) = self.clocks.waits.get(seat).filter(same) {
                waits.insert(*seat, same.clone());
                continue;
            }
            let wait = self.vacations.with_returns(*seat, wait);
            let wait = match *seat == actor {
                true => self.clocks.runs_on(*seat, &wait, given),
                false => self.clocks.go_on_with(
                    &wait,
                    past.clocks.outages.len(),
                    Why::Undone,
                    (given, now),
                ),
            };
            waits.insert(*seat, self.clocks.asked_again(*seat, wait, version, now));
        }
        self.clocks.waits = waits;
        self.clocks.opens = None;
        self.seats.banks_go_back(&past.seats);
    }

    /// Restores the clocks of an earlier step, which ended at `then`. Each has the time that was
    /// left, but at least some minutes. Seats and compensated outages are not restored. A person
    /// who rewinds without anyone else's consent gets the remaining time back only once for each
    /// question.
    pub fn rewind(
        &mut self,
        past: &GameStatus,
        then: DateTime<Utc>,
        version: Seq,
        now: DateTime<Utc>,
    ) {
        let then = past.stops.since().unwrap_or(then);
        let aside = (then, now.max(then));
        self.clocks.pauses = past.clocks.pauses.clone();
        self.clocks.pauses.push(aside);
        self.clocks.stopped = past.clocks.stopped.clone();
        self.clocks.last_answer = past.clocks.last_answer.clone();
        self.seats.set_aside_since(then);
        let (alone, proposer, voted) = went_back(self, aside, now);
        let known = past.clocks.outages.len();
        let missed: Duration = self
            .clocks
            .missed(known, then)
            .map(|lost| outside(lost.time, &self.clocks.pauses))
            .sum();
        self.clocks.time_limit =
            past.clocks.time_limit.map(|time_limit| time_limit + missed + (aside.1 - aside.0));
        let mut waits = BTreeMap::new();
        for (seat, wait) in &past.clocks.waits {
            let wait = self.vacations.with_returns(*seat, wait);
            let again = alone == Some(*seat)
                && !self.clocks.grants.note(*seat, wait.asked, Once::OwnRewind);
            let wait = match again {
                true => self.clocks.runs_on(*seat, &wait, then),
                false => self.clocks.go_on_with(&wait, known, Why::Rewound, aside),
            };
            waits.insert(*seat, self.clocks.asked_again(*seat, wait, version, now));
        }
        self.clocks.waits = waits;
        self.clocks.opens = past.clocks.opens.map(|opens| opens.moved(aside.1 - aside.0));
        self.seats.banks_go_back(&past.seats);
        self.after_a_stop(voted, proposer, now);
    }
}

/// Returns the deadline of a question that is asked at `now`.
fn due(pace: &Pace, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    pace.turn.map(|seconds| now + Duration::seconds(seconds.into()))
}

/// Ends the vote for a rewind. Returns the seat of a person who rewound without anyone else's
/// consent, the proposer's seat, and how long the vote stopped the clocks.
fn went_back(
    table: &mut GameStatus,
    aside: Time,
    now: DateTime<Utc>,
) -> (Option<Seat>, Option<Seat>, Duration) {
    let Some(proposal) = table.stops.led_back() else { return (None, None, NO_TIME) };
    let proposer = table.seats.of_voice(proposal.by);
    let alone = proposal.votes.is_empty() && table.seats.held_seats().len() > 1;
    let alone = proposer.filter(|_| alone);
    table.clocks.own_doing.extend(alone.map(|seat| (seat, aside)));
    let stopped = proposal.stops_until.is_some();
    (alone, proposer, if stopped { now - proposal.since } else { NO_TIME })
}

/// Returns the clock of a seat that resumes the same decision after others were asked, extended
/// by the interruption. Any other stopped clock of the seat is dropped.
fn come_back(table: &mut GameStatus, one: &Awaited, now: DateTime<Utc>) -> Option<Pending> {
    let (mut wait, when) = table.clocks.stopped.remove(&one.seat)?;
    if !one.goes_on || wait.decision != one.decision {
        return None;
    }
    table.seats.is_unsettled(one.seat, &mut wait);
    let known = table.clocks.outages.iter().filter(|away| away.time.1 <= when).count();
    Some(table.clocks.go_on_with(&wait, known, Why::Interrupted, (when, now)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::act::opening::Opening;
    use crate::act::pace::Pace;
    use crate::act::vote::Consent;
    use crate::table::status::CONDUCT;
    use ravenpost_rules::{Ask, Table};

    const HOUR: u32 = 3600;

    fn status() -> GameStatus {
        let opening = Opening {
            title: "any".into(),
            name: "A table".into(),
            table: Table::of(2),
            pace: Pace::of(Some(24 * HOUR)),
            public: false,
            commitment: String::new(),
            chain: 1,
            fork: None,
            consent: Consent::All,
            rules: 1,
            conduct: CONDUCT,
            organiser: None,
            epoch: ravenpost_rules::dice::Epoch([0; 32]),
        };
        GameStatus::open(&opening, at(0))
    }

    fn at(hour: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + Duration::hours(hour)
    }

    fn asked(seat: u8, decision: &'static str, goes_on: bool) -> Vec<Awaited> {
        vec![Awaited { seat: Seat(seat), decision, ask: Ask::default(), goes_on, private: false }]
    }

    fn due(status: &GameStatus, seat: u8) -> DateTime<Utc> {
        status.clocks.waits[&Seat(seat)].due.expect("there is a deadline")
    }

    #[test]
    fn interrupted_clock_keeps_its_remaining_time() {
        let mut status = status();
        status.await_orders(asked(1, "ride", false), None, At { seq: Seq(1), time: at(0) });
        status.await_orders(
            asked(2, "challenge", false),
            Some(Seat(1)),
            At { seq: Seq(2), time: at(20) },
        );
        assert_eq!(due(&status, 2), at(44));
        status.await_orders(
            asked(1, "ride", true),
            Some(Seat(2)),
            At { seq: Seq(3), time: at(40) },
        );
        assert_eq!(due(&status, 1), at(44), "four hours were left");
        assert_eq!(status.clocks.waits[&Seat(1)].since, at(20));
    }

    #[test]
    fn outage_counts_once_for_an_interrupted_clock() {
        // Interrupted from 20 to 40: only the part of the outage outside that is given back
        // separately. After more than an hour, at least half a day is left.
        for (outage, known, left) in [((18, 44), 44, 56), ((18, 30), 30, 46), ((22, 42), 42, 54)] {
            let mut status = status();
            let compensate = |status: &mut GameStatus, hour| {
                if hour == known {
                    status.compensate(Outage::Server, (at(outage.0), at(outage.1)));
                }
            };
            status.await_orders(asked(1, "ride", false), None, At { seq: Seq(1), time: at(0) });
            status.await_orders(
                asked(2, "challenge", false),
                Some(Seat(1)),
                At { seq: Seq(2), time: at(20) },
            );
            compensate(&mut status, 30);
            status.await_orders(
                asked(1, "ride", true),
                Some(Seat(2)),
                At { seq: Seq(3), time: at(40) },
            );
            compensate(&mut status, 42);
            compensate(&mut status, 44);
            assert_eq!(due(&status, 1), at(left), "{outage:?}");
        }
    }

    #[test]
    fn new_decision_starts_a_new_clock() {
        let mut status = status();
        status.await_orders(asked(1, "vote", false), None, At { seq: Seq(1), time: at(0) });
        status.await_orders(
            asked(2, "vote", false),
            Some(Seat(1)),
            At { seq: Seq(2), time: at(20) },
        );
        status.await_orders(
            asked(1, "ride", true),
            Some(Seat(2)),
            At { seq: Seq(3), time: at(30) },
        );
        assert_eq!(due(&status, 1), at(54), "another decision");
        status.await_orders(
            asked(2, "raid", false),
            Some(Seat(1)),
            At { seq: Seq(4), time: at(31) },
        );
        status.await_orders(
            asked(1, "ride", false),
            Some(Seat(2)),
            At { seq: Seq(5), time: at(40) },
        );
        assert_eq!(due(&status, 1), at(64), "another turn");
    }
}
