//! The clocks of a table: starting, extending, stopping and restarting them. Outages are
//! compensated, and a game that goes back restores the time that was left. Votes and pauses are in
//! `still.rs`.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};

use super::grants::Once;
use super::pending::{Compensated, Pending, Time, outside};
use super::status::{GameStatus, LastAnswer};
use crate::act::Outage;
use crate::act::why::Why;
use crate::ids::At;
use ravenpost_rules::numbers::Seq;
use ravenpost_rules::{Awaited, Seat};

const NO_TIME: Duration = Duration::zero();
/// The minimum time a seat has after the game went back, once for each question.
pub const AT_LEAST: Duration = Duration::minutes(10);

impl GameStatus {
    /// Restarts a seat's question with its full time, because another person plays the seat from
    /// that event on.
    pub fn ask_again(&mut self, seat: Seat, at: At) {
        let due = self.due(at.time);
        if let Some(mut wait) = self.waits.get(&seat).cloned() {
            self.is_settled(seat, &mut wait, at.time);
        }
        let restarted = |wait: &mut Pending| {
            let Pending { decision, ask, private, .. } = wait.clone();
            *wait = Pending { decision, ask, private, ..Pending::begin(at, due) };
        };
        self.waits.get_mut(&seat).map(restarted);
        if let Some((wait, when)) = self.stopped.get_mut(&seat) {
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
    pub fn await_orders(&mut self, awaited: &[Awaited], actor: Option<Seat>, at: At) {
        let At { seq, time: now } = at;
        let mut before = std::mem::take(&mut self.waits);
        let answered = actor.and_then(|seat| Some((seat, before.get(&seat)?.clone())));
        self.last_answer = answered.map(|(seat, wait)| LastAnswer { seat, wait, given: now });
        if let Some(wait) = self.spoke.take().and_then(|seat| before.get_mut(&seat)) {
            wait.answered = true;
        }
        for one in awaited {
            // The question keeps its time if it is still the same and its own seat did not act.
            let still = |wait: &&Pending| actor != Some(one.seat) && wait.decision == one.decision;
            let put = before.get(&one.seat).filter(still).map_or(now, |wait| wait.put);
            let back = self.come_back(one, now);
            let mut old = before.remove(&one.seat).or(back);
            let same_question = actor != Some(one.seat)
                && old.as_ref().is_some_and(|wait| wait.decision == one.decision);
            if let Some(wait) = old.as_mut().filter(|_| !same_question && !one.goes_on) {
                self.is_settled(one.seat, wait, now);
            }
            let (decision, ask) = (one.decision.to_owned(), one.ask.clone());
            let wait = match old {
                Some(wait) if same_question => Pending { ask, ..wait },
                Some(wait) if one.goes_on => Pending { decision, ask, asked_at: seq, ..wait },
                _ => Pending { decision, ask, ..Pending::begin(at, self.due(now)) },
            };
            self.waits.insert(one.seat, Pending { private: one.private, put, ..wait });
        }
        self.asked_together(at);
        for (seat, mut wait) in before {
            self.is_settled(seat, &mut wait, now);
            self.stopped.insert(seat, (wait, now));
        }
    }

    /// Marks questions that were asked of several seats at once by that event.
    fn asked_together(&mut self, at: At) {
        let fresh = |wait: &Pending| wait.asked_at == at.seq && wait.asked == at.time;
        let asked: Vec<_> = self.waits.values().filter(|wait| fresh(wait)).cloned().collect();
        for wait in self.waits.values_mut().filter(|wait| fresh(wait)) {
            let same = asked.iter().filter(|one| one.decision == wait.decision).count();
            wait.together = same > 1;
        }
    }

    /// Returns the deadline of a question that is asked at `now`.
    fn due(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.pace.turn.map(|seconds| now + Duration::seconds(seconds.into()))
    }

    /// Returns the start of the part of an outage since `from` that is not compensated yet.
    pub fn lost_from(&self, from: DateTime<Utc>) -> DateTime<Utc> {
        self.outages.iter().map(|away| away.time.1).fold(from, DateTime::max)
    }

    /// Returns whether some clock ran during that time. The moment for automatic answers to private
    /// questions counts as a clock, whether or not there is such an answer.
    pub fn loses(&self, lost: Time) -> bool {
        let drawn = self.moments.is_some();
        let runs = |wait: &Pending| wait.due.is_some() || drawn && wait.private;
        let ran = |wait: &Pending| runs(wait) && wait.lost(lost, &self.pauses) > NO_TIME;
        let rings = self.time_limit.is_some() && outside(lost, &self.pauses) > NO_TIME;
        let other = rings || self.puts_opening_off(lost);
        let open = self.proposal.is_some() && lost.0 < lost.1;
        self.waits.values().any(ran) || other || open
    }

    /// Extends every clock by the part of an outage during which it ran. Stopped clocks are
    /// extended by the whole stop when they resume. An open vote is extended too.
    pub fn make_good(&mut self, what: Outage, (from, to): Time) {
        let upto = self.still_since().map_or(to, |since| since.min(to));
        self.move_clocks(what.into(), (from, upto));
        if let Some(proposal) = &mut self.proposal {
            proposal.until += (to - from.max(proposal.since)).max(NO_TIME);
        }
        self.outages.push(Compensated { time: (from, to), what });
        self.after_a_stop(to - from, None, to);
    }

    pub(super) fn move_clocks(&mut self, why: Why, lost: Time) {
        for wait in self.waits.values_mut() {
            *wait = wait.later_by(why, wait.lost(lost, &self.pauses));
        }
        self.time_limit =
            self.time_limit.map(|time_limit| time_limit + outside(lost, &self.pauses));
        self.opens = self.opens.map(|opens| opens.later(lost, &self.pauses));
    }

    /// Returns the outages after the first `known` ones, each cut off at `when`.
    fn missed(&self, known: usize, when: DateTime<Utc>) -> impl Iterator<Item = Compensated> {
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
        self.stopped = past.stopped.clone();
        self.last_answer = past.last_answer.clone();
        self.set_aside_since(given);
        let mut waits = BTreeMap::new();
        for (seat, wait) in &past.waits {
            let same = |now: &&Pending| now.asked_at == wait.asked_at && *seat != actor;
            if let Some(same) = self.waits.get(seat).filter(same) {
                waits.insert(*seat, same.clone());
                continue;
            }
            let wait = self.with_returns(*seat, wait);
            let wait = match *seat == actor {
                true => self.runs_on(*seat, &wait, given),
                false => self.go_on_with(&wait, past.outages.len(), Why::Undone, (given, now)),
            };
            waits.insert(*seat, self.asked_again(*seat, wait, version, now));
        }
        self.waits = waits;
        self.opens = None;
        self.banks_go_back(past);
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
        let then = past.still_since().unwrap_or(then);
        let aside = (then, now.max(then));
        self.pauses = past.pauses.clone();
        self.pauses.push(aside);
        self.stopped = past.stopped.clone();
        self.last_answer = past.last_answer.clone();
        self.set_aside_since(then);
        let (alone, proposer, voted) = self.went_back(aside, now);
        let known = past.outages.len();
        let missed: Duration =
            self.missed(known, then).map(|lost| outside(lost.time, &self.pauses)).sum();
        self.time_limit =
            past.time_limit.map(|time_limit| time_limit + missed + (aside.1 - aside.0));
        let mut waits = BTreeMap::new();
        for (seat, wait) in &past.waits {
            let wait = self.with_returns(*seat, wait);
            let again =
                alone == Some(*seat) && !self.grants.note(*seat, wait.asked, Once::OwnRewind);
            let wait = match again {
                true => self.runs_on(*seat, &wait, then),
                false => self.go_on_with(&wait, known, Why::Rewound, aside),
            };
            waits.insert(*seat, self.asked_again(*seat, wait, version, now));
        }
        self.waits = waits;
        self.opens = past.opens.map(|opens| opens.moved(aside.1 - aside.0));
        self.banks_go_back(past);
        self.after_a_stop(voted, proposer, now);
    }

    /// Ends the vote for a rewind. Returns the seat of a person who rewound without anyone else's
    /// consent, the proposer's seat, and how long the vote stopped the clocks.
    fn went_back(
        &mut self,
        aside: Time,
        now: DateTime<Utc>,
    ) -> (Option<Seat>, Option<Seat>, Duration) {
        let Some(proposal) = self.led_back() else { return (None, None, NO_TIME) };
        let proposer = self.seat_of_voice(proposal.by);
        let alone = proposal.votes.is_empty() && self.held_seats().len() > 1;
        let alone = proposer.filter(|_| alone);
        self.own_doing.extend(alone.map(|seat| (seat, aside)));
        let stopped = proposal.stops_until.is_some();
        (alone, proposer, if stopped { now - proposal.since } else { NO_TIME })
    }

    /// Returns the clock of a seat that resumes the same decision after others were asked, extended
    /// by the interruption. Any other stopped clock of the seat is dropped.
    fn come_back(&mut self, one: &Awaited, now: DateTime<Utc>) -> Option<Pending> {
        let (mut wait, when) = self.stopped.remove(&one.seat)?;
        if !one.goes_on || wait.decision != one.decision {
            return None;
        }
        self.is_unsettled(one.seat, &mut wait);
        let known = self.outages.iter().filter(|away| away.time.1 <= when).count();
        Some(self.go_on_with(&wait, known, Why::Interrupted, (when, now)))
    }
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
        status.waits[&Seat(seat)].due.expect("there is a deadline")
    }

    #[test]
    fn a_turn_that_others_interrupt_has_the_time_it_had_left() {
        let mut status = status();
        status.await_orders(&asked(1, "ride", false), None, At { seq: Seq(1), time: at(0) });
        status.await_orders(
            &asked(2, "challenge", false),
            Some(Seat(1)),
            At { seq: Seq(2), time: at(20) },
        );
        assert_eq!(due(&status, 2), at(44));
        status.await_orders(
            &asked(1, "ride", true),
            Some(Seat(2)),
            At { seq: Seq(3), time: at(40) },
        );
        assert_eq!(due(&status, 1), at(44), "four hours were left");
        assert_eq!(status.waits[&Seat(1)].since, at(20));
    }

    #[test]
    fn an_outage_counts_once_for_a_turn_that_others_interrupt() {
        // Interrupted from 20 to 40: only the part of the outage outside that is given back
        // separately. After more than an hour, at least half a day is left.
        for (outage, known, left) in [((18, 44), 44, 56), ((18, 30), 30, 46), ((22, 42), 42, 54)] {
            let mut status = status();
            let make_good = |status: &mut GameStatus, hour| {
                if hour == known {
                    status.make_good(Outage::Server, (at(outage.0), at(outage.1)));
                }
            };
            status.await_orders(&asked(1, "ride", false), None, At { seq: Seq(1), time: at(0) });
            status.await_orders(
                &asked(2, "challenge", false),
                Some(Seat(1)),
                At { seq: Seq(2), time: at(20) },
            );
            make_good(&mut status, 30);
            status.await_orders(
                &asked(1, "ride", true),
                Some(Seat(2)),
                At { seq: Seq(3), time: at(40) },
            );
            make_good(&mut status, 42);
            make_good(&mut status, 44);
            assert_eq!(due(&status, 1), at(left), "{outage:?}");
        }
    }

    #[test]
    fn a_new_decision_has_a_new_clock() {
        let mut status = status();
        status.await_orders(&asked(1, "vote", false), None, At { seq: Seq(1), time: at(0) });
        status.await_orders(
            &asked(2, "vote", false),
            Some(Seat(1)),
            At { seq: Seq(2), time: at(20) },
        );
        status.await_orders(
            &asked(1, "ride", true),
            Some(Seat(2)),
            At { seq: Seq(3), time: at(30) },
        );
        assert_eq!(due(&status, 1), at(54), "another decision");
        status.await_orders(
            &asked(2, "raid", false),
            Some(Seat(1)),
            At { seq: Seq(4), time: at(31) },
        );
        status.await_orders(
            &asked(1, "ride", false),
            Some(Seat(2)),
            At { seq: Seq(5), time: at(40) },
        );
        assert_eq!(due(&status, 1), at(64), "another turn");
    }
}
