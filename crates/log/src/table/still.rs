//! Stops of a table: how long a vote may stop the clocks, and the time that votes and pauses give
//! back.

use chrono::{DateTime, Duration, Utc};

use super::clocks::AT_LEAST;
use super::grants::Once;
use super::pending::{Compensated, Pending, Time};
use super::proposal::{PAUSE, Proposal};
use super::status::GameStatus;
use crate::act::vote::{Motion, Rejection};
use crate::act::why::Why;
use ravenpost_rules::Seat;

/// How long failed votes may stop a table's clocks within a week.
const VOTES: Duration = Duration::hours(24);
const WEEK: Duration = Duration::days(7);
/// The shortest time for which a vote stops the clocks.
const SHORTEST: Duration = Duration::minutes(1);
/// After a longer stop than this, seats have at least some hours.
const LONG: Duration = Duration::hours(1);
/// These hours, or half of a turn if that is shorter.
const FLOOR: Duration = Duration::hours(12);

impl GameStatus {
    /// Returns since when the clocks have been stopped, if they are. A paused game may vote too.
    pub fn still_since(&self) -> Option<DateTime<Utc>> {
        let vote = self.proposal.as_ref().filter(|vote| vote.stops_until.is_some());
        let vote = vote.map(|proposal| proposal.since);
        vote.into_iter().chain(self.frozen.as_ref().map(|frozen| frozen.since)).min()
    }

    /// Returns when stopped clocks will run again, unless something is decided earlier:
    /// the end of the vote or the pause, whichever is first.
    pub fn still_until(&self) -> Option<DateTime<Utc>> {
        self.still_since()?;
        let vote = self.proposal.iter();
        let vote = vote.flat_map(|vote| [Some(vote.until), vote.stops_until]).flatten();
        vote.chain(self.frozen.as_ref().map(|frozen| frozen.until)).min()
    }

    /// Returns the time until which a vote proposed now would stop the clocks. `None` if failed
    /// votes have used up the weekly limit, or if the game is paused.
    pub(super) fn may_stop_until(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let begins = now - WEEK;
        let recent = self.voted.iter().filter(|(_, to)| *to > begins);
        let used: Duration = recent.map(|(from, to)| *to - begins.max(*from)).sum();
        let left = VOTES - used;
        (left >= SHORTEST && self.frozen.is_none()).then_some(now + left)
    }

    /// Resumes a paused game.
    pub fn thaw(&mut self, now: DateTime<Utc>) {
        let asked = |proposal: &Proposal| proposal.motion == Motion::Resume;
        if self.proposal.as_ref().is_some_and(asked) {
            self.carried(now);
        }
        if let Some(frozen) = self.frozen.take() {
            self.give_back(Why::Pause, (frozen.since, now));
            self.stops.push((frozen.since, now));
            self.after_a_stop(now - frozen.since, frozen.by, now);
        }
    }

    /// Applies a vote that passed. All clocks get back the time it took.
    pub fn carried(&mut self, now: DateTime<Utc>) {
        let Some(proposal) = self.proposal.take() else { return };
        let own = self.seat_of_voice(proposal.by);
        if proposal.stops_until.is_some() {
            self.give_back(Why::Vote, (proposal.since, now));
            self.after_a_stop(now - proposal.since, own, now);
        }
        // The earlier part of its stop no longer counts as a failed vote.
        let Some(time) = proposal.paused else { return };
        self.voted.retain(|one| *one != time);
        let Some(seat) = own else { return };
        self.own_doing.retain(|one| *one != (seat, time));
        if let Some(wait) = self.waits.get_mut(&seat).filter(|wait| wait.ran.contains(&time)) {
            wait.ran.retain(|one| *one != time);
            *wait = wait.stand(Why::Vote, time);
        }
    }

    /// Takes the vote that led to a rewind. Its stop does not count as a failed vote.
    pub fn led_back(&mut self) -> Option<Proposal> {
        let proposal = self.proposal.take()?;
        self.voted.retain(|one| Some(*one) != proposal.paused);
        Some(proposal)
    }

    /// Resumes the clocks during a vote that has stopped them for as long as it may.
    pub fn clocks_go_on(&mut self, now: DateTime<Utc>) {
        let Some(proposal) = self.proposal.take() else { return };
        self.vote_stop_failed(&proposal, now);
        let paused = Some((proposal.since, now));
        self.proposal = Some(Proposal { stops_until: None, paused, ..proposal });
    }

    /// Applies a failed proposal: only its proposer loses time to it. The proposer's clock counts
    /// as running, so that failing proposals cannot be used to gain days.
    pub fn go_on(&mut self, why: Rejection, now: DateTime<Utc>) {
        let Some(proposal) = self.proposal.take() else { return };
        match (proposal.stops_until.is_some(), why) {
            (true, Rejection::GameEnded) => self.give_back(Why::Vote, (proposal.since, now)),
            (true, _) => self.vote_stop_failed(&proposal, now),
            (false, _) => {}
        }
        if why != Rejection::GameEnded {
            self.failed_proposals.retain(|(voice, _)| *voice != proposal.by);
            self.failed_proposals.push((proposal.by, now + PAUSE));
        }
    }

    /// Accounts for the stop by a vote that has not passed so far.
    fn vote_stop_failed(&mut self, proposal: &Proposal, now: DateTime<Utc>) {
        let time = (proposal.since, now);
        let own = self.seat_of_voice(proposal.by);
        let before = own.and_then(|seat| Some((seat, self.waits.get(&seat)?.clone())));
        self.give_back(Why::Vote, time);
        if let Some((seat, wait)) = before {
            let away = self.outages.iter().map(|away| Compensated {
                time: (time.0.max(away.time.0), now.min(away.time.1)),
                ..*away
            });
            let ran = wait.run_on(time, away, &self.pauses);
            // During a pause all clocks stay stopped.
            let ran = match self.frozen {
                None => self.with_minimum(seat, ran, now),
                Some(_) => ran,
            };
            self.waits.insert(seat, ran);
        }
        self.own_doing.extend(own.map(|seat| (seat, time)));
        self.voted.push(time);
        self.after_a_stop(now - proposal.since, own, now);
    }

    fn give_back(&mut self, why: Why, time: Time) {
        self.move_clocks(why, time);
        self.pauses.push(time);
    }

    /// Returns the voter's seat; for the organiser, their seat if they play.
    pub(super) fn seat_of_voice(&self, voice: Option<Seat>) -> Option<Seat> {
        voice.or_else(|| self.organiser_seat())
    }

    /// Gives seats that are asked at least some hours after a long stop, so that no deadline falls
    /// into the night because of it. The seat that caused the stop gets only the time it had.
    pub(super) fn after_a_stop(
        &mut self,
        paused: Duration,
        except: Option<Seat>,
        now: DateTime<Utc>,
    ) {
        if paused <= LONG || self.still_since().is_some() {
            return;
        }
        let seats: Vec<Seat> = self.waits.keys().copied().collect();
        seats
            .into_iter()
            .filter(|seat| Some(*seat) != except)
            .for_each(|seat| self.floor(seat, now));
    }

    /// Gives a seat at least some hours from now on, once for its question.
    pub(super) fn floor(&mut self, seat: Seat, now: DateTime<Utc>) {
        let Some(turn) = self.pace.turn else { return };
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

    /// Returns the clock of a question to which a seat itself went back. It counts as running since
    /// `given`, except while the game was stopped for reasons other than that seat.
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
