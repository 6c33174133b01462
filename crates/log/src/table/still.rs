//! A table that stands still: how long a vote may stop the clocks, and what votes and stops give
//! back when they are over.

use chrono::{DateTime, Duration, Utc};

use super::clocks::AT_LEAST;
use super::grants::Once;
use super::pending::{MadeGood, Pending, Time};
use super::proposal::{PAUSE, Proposal};
use super::status::GameStatus;
use crate::act::vote::{Motion, Rejection};
use crate::act::why::Why;
use ravenpost_rules::Seat;

/// Votes that do not pass stop the clocks of a table for so long at most within a week.
const VOTES: Duration = Duration::hours(24);
const WEEK: Duration = Duration::days(7);
/// A vote does not stop the clocks for less than this.
const SHORTEST: Duration = Duration::minutes(1);
/// After a stop that lasted longer than this, seats have some hours at least.
const LONG: Duration = Duration::hours(1);
/// So many hours, or half of the time for a question where that is less.
const FLOOR: Duration = Duration::hours(12);

impl GameStatus {
    /// Since when no clock runs, if none does. A game that is stopped may vote as well.
    pub fn still_since(&self) -> Option<DateTime<Utc>> {
        let vote = self.proposal.as_ref().filter(|vote| vote.stops_until.is_some());
        let vote = vote.map(|proposal| proposal.since);
        vote.into_iter().chain(self.frozen.as_ref().map(|frozen| frozen.since)).min()
    }

    /// Until when no clock runs, if none does and nothing is decided before: when the next of vote
    /// and stop is over.
    pub fn still_until(&self) -> Option<DateTime<Utc>> {
        self.still_since()?;
        let vote = self.proposal.iter();
        let vote = vote.flat_map(|vote| [Some(vote.until), vote.stops_until]).flatten();
        vote.chain(self.frozen.as_ref().map(|frozen| frozen.until)).min()
    }

    /// Until when a vote that is put now stops the clocks, if it does: votes that did not pass have
    /// not used up what there is in a week. Where the game is stopped it stops nothing.
    pub(super) fn may_stop_until(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let begins = now - WEEK;
        let recent = self.voted.iter().filter(|(_, to)| *to > begins);
        let used: Duration = recent.map(|(from, to)| *to - begins.max(*from)).sum();
        let left = VOTES - used;
        (left >= SHORTEST && self.frozen.is_none()).then_some(now + left)
    }

    /// The game goes on that the organiser had stopped.
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

    /// What was put to the vote has carried, and is done now: nobody has lost time to it.
    pub fn carried(&mut self, now: DateTime<Utc>) {
        let Some(proposal) = self.proposal.take() else { return };
        let own = self.seat_of_voice(proposal.by);
        if proposal.stops_until.is_some() {
            self.give_back(Why::Vote, (proposal.since, now));
            self.after_a_stop(now - proposal.since, own, now);
        }
        // What it stopped before was not in vain.
        let Some(time) = proposal.stood else { return };
        self.voted.retain(|one| *one != time);
        let Some(seat) = own else { return };
        self.own_doing.retain(|one| *one != (seat, time));
        if let Some(wait) = self.waits.get_mut(&seat).filter(|wait| wait.ran.contains(&time)) {
            wait.ran.retain(|one| *one != time);
            *wait = wait.stand(Why::Vote, time);
        }
    }

    /// The vote by which the table went back: what it stopped was not in vain.
    pub fn led_back(&mut self) -> Option<Proposal> {
        let proposal = self.proposal.take()?;
        self.voted.retain(|one| Some(*one) != proposal.stood);
        Some(proposal)
    }

    /// A vote goes on, and has stopped the clocks for as long as it may.
    pub fn clocks_go_on(&mut self, now: DateTime<Utc>) {
        let Some(proposal) = self.proposal.take() else { return };
        self.vote_stop_failed(&proposal, now);
        let stood = Some((proposal.since, now));
        self.proposal = Some(Proposal { stops_until: None, stood, ..proposal });
    }

    /// A proposal failed: the game goes on, and nobody has lost time to it but its proposer, whose
    /// clock runs on, so that nobody wins days by a proposal that fails.
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

    /// A vote that has not carried so far has stopped the clocks until now.
    fn vote_stop_failed(&mut self, proposal: &Proposal, now: DateTime<Utc>) {
        let time = (proposal.since, now);
        let own = self.seat_of_voice(proposal.by);
        let before = own.and_then(|seat| Some((seat, self.waits.get(&seat)?.clone())));
        self.give_back(Why::Vote, time);
        if let Some((seat, wait)) = before {
            let away = self.outages.iter().map(|away| MadeGood {
                time: (time.0.max(away.time.0), now.min(away.time.1)),
                ..*away
            });
            let ran = wait.run_on(time, away, &self.pauses);
            // While the game is stopped all clocks stand still as well.
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

    /// The seat of whoever speaks with that voice, where it is one who plays.
    pub(super) fn seat_of_voice(&self, voice: Option<Seat>) -> Option<Seat> {
        voice.or_else(|| self.organiser_seat())
    }

    /// The game stood for so long, and goes on now. Awaited seats have some hours at least, so that
    /// no deadline falls in the night because of it. Whose doing it was has no more time than that
    /// seat had.
    pub(super) fn after_a_stop(&mut self, stood: Duration, but: Option<Seat>, now: DateTime<Utc>) {
        if stood <= LONG || self.still_since().is_some() {
            return;
        }
        let seats: Vec<Seat> = self.waits.keys().copied().collect();
        seats.into_iter().filter(|seat| Some(*seat) != but).for_each(|seat| self.floor(seat, now));
    }

    /// A seat has some hours left from now on, once for what it is asked.
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

    /// A clock with some minutes left from now on, once for each question.
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

    /// The clock of a question that a seat itself goes back to: it ran on since `given`, but while
    /// the game stood still through no doing of that seat.
    pub(super) fn runs_on(&self, seat: Seat, wait: &Pending, given: DateTime<Utc>) -> Pending {
        let away = self.outages.iter().filter(|away| away.time.1 > given).copied();
        let wait = wait.made_good(away, &self.pauses);
        let own = |time: Time| self.own_doing.contains(&(seat, time));
        let since = self.pauses.iter().filter(|time| time.1 > given && !own(**time));
        since.fold(wait, |wait, time| match wait.pauses.contains(time) {
            true => wait,
            false => wait.stand(Why::Undone, *time),
        })
    }

    /// Whether a seat would take its last answer back when the time for that question is over, or
    /// would need minutes that it was given already.
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
