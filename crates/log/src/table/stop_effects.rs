//! Stops of a table: how long a vote may stop the clocks, and the time that votes and pauses give
//! back.

use chrono::{DateTime, Duration, Utc};

use super::clock_state::grants::Once;
use super::clock_state::pending::{Compensated, Pending, Time};
use super::clock_state::{AT_LEAST, Clocks};
use super::proposal::{PAUSE, Proposal};
use super::status::GameStatus;
use crate::act::time_reasons::Why;
use crate::act::vote::{Motion, Rejection};
use ravenpost_rules::Seat;

/// After a stop longer than this, each seat has at least `FLOOR`.
const LONG: Duration = Duration::hours(1);
/// The minimum time after a long stop, or half of a turn if that is shorter.
const FLOOR: Duration = Duration::hours(12);

impl GameStatus {
    /// Resumes a paused game.
    pub fn thaw(&mut self, now: DateTime<Utc>) {
        let asked = |proposal: &Proposal| proposal.motion == Motion::Resume;
        if self.stops.proposal.as_ref().is_some_and(asked) {
            self.carried(now);
        }
        if let Some(frozen) = self.stops.frozen.take() {
            self.clocks.give_back(Why::Pause, (frozen.since, now));
            self.stops.pauses.push((frozen.since, now));
            self.after_a_stop(now - frozen.since, frozen.by, now);
        }
    }

    /// Applies a vote that passed. All clocks get back the time it took.
    pub fn carried(&mut self, now: DateTime<Utc>) {
        let Some(proposal) = self.stops.proposal.take() else { return };
        let own = self.seats.of_voice(proposal.by);
        if proposal.stops_until.is_some() {
            self.clocks.give_back(Why::Vote, (proposal.since, now));
            self.after_a_stop(now - proposal.since, own, now);
        }
        // The earlier part of its stop no longer counts as a failed vote.
        let Some(time) = proposal.paused else { return };
        self.stops.voted.retain(|one| *one != time);
        let Some(seat) = own else { return };
        self.clocks.own_doing.retain(|one| *one != (seat, time));
        if let Some(wait) = self.clocks.waits.get_mut(&seat).filter(|wait| wait.ran.contains(&time))
        {
            wait.ran.retain(|one| *one != time);
            *wait = wait.stand(Why::Vote, time);
        }
    }

    /// Resumes the clocks during a vote that has stopped them for as long as it may.
    pub fn clocks_go_on(&mut self, now: DateTime<Utc>) {
        let Some(proposal) = self.stops.proposal.take() else { return };
        vote_stop_failed(self, &proposal, now);
        let paused = Some((proposal.since, now));
        self.stops.proposal = Some(Proposal { stops_until: None, paused, ..proposal });
    }

    /// Applies a failed proposal: only its proposer loses time to it. The proposer's clock counts
    /// as running, so that failing proposals cannot be used to gain days.
    pub fn go_on(&mut self, why: Rejection, now: DateTime<Utc>) {
        let Some(proposal) = self.stops.proposal.take() else { return };
        match (proposal.stops_until.is_some(), why) {
            (true, Rejection::GameEnded) => self.clocks.give_back(Why::Vote, (proposal.since, now)),
            (true, _) => vote_stop_failed(self, &proposal, now),
            (false, _) => {}
        }
        if why != Rejection::GameEnded {
            self.stops.failed_proposals.retain(|(voice, _)| *voice != proposal.by);
            self.stops.failed_proposals.push((proposal.by, now + PAUSE));
        }
    }

    /// Gives seats that are asked at least some hours after a long stop, so that no deadline falls
    /// into the night because of it. The seat that caused the stop gets only the time it had.
    pub(super) fn after_a_stop(
        &mut self,
        paused: Duration,
        except: Option<Seat>,
        now: DateTime<Utc>,
    ) {
        if paused <= LONG || self.stops.since().is_some() {
            return;
        }
        let turn = self.pace.turn;
        let seats: Vec<Seat> = self.clocks.waits.keys().copied().collect();
        seats
            .into_iter()
            .filter(|seat| Some(*seat) != except)
            .for_each(|seat| self.clocks.floor(seat, turn, now));
    }
}

/// Accounts for the stop by a vote that has not passed so far.
fn vote_stop_failed(table: &mut GameStatus, proposal: &Proposal, now: DateTime<Utc>) {
    let time = (proposal.since, now);
    let own = table.seats.of_voice(proposal.by);
    let before = own.and_then(|seat| Some((seat, table.clocks.waits.get(&seat)?.clone())));
    table.clocks.give_back(Why::Vote, time);
    if let Some((seat, wait)) = before {
        let away = table.clocks.outages.iter().map(|away| Compensated {
            time: (time.0.max(away.time.0), now.min(away.time.1)),
            ..*away
        });
        let ran = wait.run_on(time, away, &table.clocks.pauses);
        // During a pause all clocks stay stopped.
        let ran = match table.stops.frozen {
            None => table.clocks.with_minimum(seat, ran, now),
            Some(_) => ran,
        };
        table.clocks.waits.insert(seat, ran);
    }
    table.clocks.own_doing.extend(own.map(|seat| (seat, time)));
    table.stops.voted.push(time);
    table.after_a_stop(now - proposal.since, own, now);
}

impl Clocks {
    /// Gives all clocks the time back during which the game was stopped.
    fn give_back(&mut self, why: Why, time: Time) {
        self.move_all(why, time);
        self.pauses.push(time);
    }

    /// Gives a seat at least `FLOOR` or half of its turn from now on, once per question.
    pub(super) fn floor(&mut self, seat: Seat, turn: Option<u32>, now: DateTime<Utc>) {
        let Some(turn) = turn else { return };
        let floor = FLOOR.min(Duration::seconds(turn.into()) / 2);
        if let Some(wait) = self.waits.get(&seat).cloned() {
            let wait = self.once(seat, wait, now + floor, Once::Floor);
            self.waits.insert(seat, wait);
        }
        // The clock of an interrupted turn has not run since `when`.
        if let Some((wait, when)) = self.stopped.get(&seat).cloned() {
            let wait = self.once(seat, wait, when + floor, Once::Floor);
            self.stopped.insert(seat, (wait, when));
        }
    }

    /// Returns a clock with at least some minutes left from now on, once for each question.
    pub(super) fn with_minimum(
        &mut self,
        seat: Seat,
        wait: Pending,
        now: DateTime<Utc>,
    ) -> Pending {
        self.once(seat, wait, now + AT_LEAST, Once::Minimum)
    }

    fn once(&mut self, seat: Seat, wait: Pending, due: DateTime<Utc>, what: Once) -> Pending {
        let lacks = wait.due.is_some_and(|own| own < due);
        match lacks && self.grants.note(seat, wait.asked, what) {
            true if what == Once::Floor => wait.at_least(Why::Floor, due),
            true => wait.at_least(Why::Minimum, due),
            false => wait,
        }
    }

    /// Returns the clock of a question that a seat returned to by its own act. It counts as running
    /// since `given`, except while the game was stopped for reasons other than that seat.
    pub(super) fn runs_on(&self, seat: Seat, wait: &Pending, given: DateTime<Utc>) -> Pending {
        let away = self.outages.iter().filter(|away| away.time.1 > given).copied();
        let wait = wait.compensated(away, &self.pauses);
        let own = |time: Time| self.own_doing.contains(&(seat, time));
        let since = self.pauses.iter().filter(|time| time.1 > given && !own(**time));
        since.fold(wait, |wait, time| match wait.pauses.contains(time) {
            true => wait,
            false => wait.stand(Why::Undone, *time),
        })
    }

    /// Returns whether an undo of a seat's last answer would come after the deadline, or would need
    /// minutes that were already granted.
    pub fn undo_comes_too_late(&self, seat: Seat, now: DateTime<Utc>) -> bool {
        let last = self.last_answer.as_ref().filter(|last| last.seat == seat);
        let sheet = || self.stopped.get(&seat).map(|(wait, given)| (wait, *given));
        let Some((wait, given)) = last.map(|last| (&last.wait, last.given)).or_else(sheet) else {
            return false;
        };
        let due = self.runs_on(seat, wait, given).due;
        let granted = self.grants.has(seat, wait.asked, Once::Minimum);
        due.is_some_and(|due| due <= now || granted && due < now + AT_LEAST)
    }
}
