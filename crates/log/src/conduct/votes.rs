//! Votes: what a table may vote on, who votes, and the possible outcomes.

use chrono::{DateTime, Duration, Utc};

use super::positions::Positions;
use super::refusals::Forbidden;
use super::{Asked, May, no, no_as, substitutes};
use crate::act::result::counted;
use crate::act::vote::{Consent, Motion, Rejection};
use crate::table::proposal::{PAUSE, Voice, VoteState, rule, time_to_vote};
use ravenpost_rules::RefusalCode;
use ravenpost_rules::numbers::Step;

/// After a failed vote, players with a recent failed proposal of their own wait for `FIRST`.
/// `LATELY` defines recent.
const FIRST: Duration = Duration::days(1);
const LATELY: Duration = Duration::days(30);
/// How long a game must be paused before the table may vote, including on resuming it.
const STOPPED: Duration = Duration::days(1);

impl<G: Positions> Asked<'_, G> {
    /// Checks whether a player may propose this kind of motion now.
    ///
    /// # Errors
    ///
    /// Returns a refusal that says when they may.
    pub fn may_speak(self, by: Voice, motion: &Motion) -> May<G> {
        self.must_be_running()?;
        self.must_not_vote("nothing else can be proposed")?;
        stopped_for_long(self)?;
        has_a_voice(self, by, motion)?;
        let failed = self.table.stops.failed_proposals.iter().find(|(voice, _)| *voice == by);
        if let Some((_, until)) = failed.filter(|(_, until)| *until > self.now) {
            return no(format!(
                "your last proposal failed: you can propose again on {}",
                moment(*until)
            ));
        }
        others_come_first(self, by)?;
        let put_out =
            self.table.seats.put_out.map(|at| at + PAUSE).filter(|until| *until > self.now);
        match put_out.filter(|_| *motion != Motion::Resume) {
            None => Ok(()),
            Some(until) => no(format!(
                "a player was replaced without a vote: you can propose again on {}",
                moment(until)
            )),
        }
    }

    /// Refuses while a vote is open.
    ///
    /// # Errors
    ///
    /// Returns a refusal that names the open vote.
    pub fn must_not_vote(self, meanwhile: &str) -> May<G> {
        let Some(open) = &self.table.stops.proposal else { return Ok(()) };
        let what = match open.motion {
            Motion::Rewind { .. } => "going back",
            Motion::End { .. } => "ending the game",
            Motion::Replace { .. } | Motion::Substitute { .. } => "who plays a seat",
            Motion::Resume => "resuming the game",
        };
        let why = format!("the table is voting on {what}: until that is decided, {meanwhile}");
        no_as(RefusalCode::VoteOpen, why)
    }
}

/// Checks whether a motion may be put to the vote until the given time.
pub(super) fn may_propose<G: Positions>(
    asked: Asked<'_, G>,
    by: Voice,
    motion: &Motion,
    until: DateTime<Utc>,
) -> May<G> {
    asked.may_speak(by, motion)?;
    may_move(asked, by, motion)?;
    match until > asked.now && until <= asked.now + time_to_vote(&asked.table.pace) {
        true => Ok(()),
        false => no("a vote can be open for one turn at most"),
    }
}

/// After a failed vote, players whose own proposals failed recently wait a day, so that others can
/// propose. On the second day, only the one whose proposal failed longest ago can propose.
/// Otherwise, two players could take turns blocking a third player's proposals.
fn others_come_first<G: Positions>(asked: Asked<'_, G>, by: Voice) -> May<G> {
    let failed = &asked.table.stops.failed_proposals;
    let failed = || failed.iter().map(|(voice, until)| (*voice, *until - PAUSE));
    let own = failed().find(|(voice, _)| *voice == by).map(|(_, at)| at);
    let last = failed().filter(|(voice, _)| *voice != by).map(|(_, at)| at).max();
    let (Some(own), Some(last)) = (own.filter(|own| *own + LATELY > asked.now), last) else {
        return Ok(());
    };
    let attends = |voice: Voice| voice.is_none_or(|seat| asked.table.seats.attended(seat));
    let older = failed().any(|(voice, at)| at < own && attends(voice));
    let until = if older { last + FIRST * 2 } else { last + FIRST };
    match until > asked.now {
        false => Ok(()),
        true => no(format!(
            "a vote has just failed, and so did your last proposal: you can propose again \
             after {}",
            moment(until)
        )),
    }
}

/// Checks that the vote has stopped the clocks for as long as it may.
pub(super) fn may_resume_clocks<G: Positions>(asked: Asked<'_, G>) -> May<G> {
    let stops = asked.table.stops.proposal.as_ref().and_then(|open| open.stops_until);
    match stops {
        Some(until) if until <= asked.now => Ok(()),
        Some(_) => no("the vote can still stop the clocks"),
        None => no("no vote is stopping the clocks"),
    }
}

fn stopped_for_long<G: Positions>(asked: Asked<'_, G>) -> May<G> {
    match &asked.table.stops.frozen {
        None => Ok(()),
        Some(frozen) if frozen.since + STOPPED <= asked.now => Ok(()),
        Some(frozen) => no(format!(
            "the organiser has paused the game (\u{201c}{}\u{201d}): you can propose a vote \
             from {}, including one to resume the game",
            frozen.reason,
            moment(frozen.since + STOPPED)
        )),
    }
}

fn has_a_voice<G: Positions>(asked: Asked<'_, G>, by: Voice, motion: &Motion) -> May<G> {
    let right = match by {
        Some(seat) => asked.table.seats.attended(seat),
        None if rule(motion, asked.table.consent) == Consent::Organiser => true,
        None => asked.table.seats.organiser_seat().is_none(),
    };
    if right { Ok(()) } else { no("the proposer has no vote at this table") }
}

/// Checks whether the motion is possible at all.
fn may_move<G: Positions>(asked: Asked<'_, G>, by: Voice, motion: &Motion) -> May<G> {
    match motion {
        Motion::Rewind { to } => may_go_back_to(asked, *to),
        Motion::End { places } => {
            let from_best = counted(places, asked.table.table.seats).map_err(Forbidden::refused)?;
            if from_best == *places { Ok(()) } else { no("places must be counted from the best") }
        }
        Motion::Substitute { seat, bot } => substitutes::may_move_stand_in(asked, by, *seat, bot),
        Motion::Resume if asked.table.stops.frozen.is_none() => no("the game is not paused"),
        Motion::Resume => Ok(()),
        Motion::Replace { seat, .. } if by == Some(*seat) => {
            no("you do not need a vote to leave your own seat")
        }
        Motion::Replace { seat, .. } if !asked.table.seats.held(*seat) => {
            no("that seat has no player: the organiser decides who gets it")
        }
        Motion::Replace { .. } => Ok(()),
    }
}

fn may_go_back_to<G: Positions>(asked: Asked<'_, G>, to: Step) -> May<G> {
    asked.game.may_go_back_to(to)?;
    asked.game.may_go_in_between(to)
}

pub(super) fn may_vote<G: Positions>(asked: Asked<'_, G>, voice: Voice) -> May<G> {
    let status = asked.table;
    let Some(open) = status.stops.proposal.as_ref().filter(|open| open.until > asked.now) else {
        return no("this vote is over");
    };
    if !open.voters(status.consent, &status.seats.held_seats()).contains(&voice) {
        return Err(Forbidden::Denied("you cannot vote on this").into());
    }
    match open.votes.contains_key(&voice) {
        true => no("you have already voted"),
        false => Ok(()),
    }
}

pub(super) fn may_rewind<G: Positions>(asked: Asked<'_, G>, to: Step) -> May<G> {
    match asked.carries(|motion| *motion == Motion::Rewind { to }) {
        true => Ok(()),
        false => no("the table has not agreed to go back to that step"),
    }
}

/// Checks whether the vote failed for that reason.
pub(super) fn may_drop<G: Positions>(asked: Asked<'_, G>, why: Rejection) -> May<G> {
    let (Some(open), Some(standing)) = (&asked.table.stops.proposal, asked.table.vote(asked.now))
    else {
        return no("no vote is open");
    };
    let right = match why {
        Rejection::Rejected => asked.comes_to(VoteState::Lost),
        Rejection::Expired => standing == VoteState::Open && open.until <= asked.now,
        Rejection::Withdrawn => standing == VoteState::Open,
        Rejection::GameEnded => asked.game.has_outcome(),
    };
    if right { Ok(()) } else { no("the vote did not have that outcome") }
}

/// Formats a time for a refusal.
pub(super) fn moment(at: DateTime<Utc>) -> String {
    at.format("%A, %-d %B, %H:%M UTC").to_string()
}
