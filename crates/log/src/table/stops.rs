//! What stops a table: the open vote and the current pause, with the past ones.

use chrono::{DateTime, Duration, Utc};

use super::clock_state::pending::Time;
use super::proposal::{Proposal, Voice};
use crate::act::vote::Motion;
use ravenpost_rules::Seat;

/// How long failed votes may stop a table's clocks within a week.
const VOTES: Duration = Duration::hours(24);
const WEEK: Duration = Duration::days(7);
/// The shortest time for which a vote stops the clocks.
const SHORTEST: Duration = Duration::minutes(1);

/// A pause of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frozen {
    /// When it started.
    pub since: DateTime<Utc>,
    /// When the game resumes by itself.
    pub until: DateTime<Utc>,
    /// The organiser's reason.
    pub reason: String,
    /// The seat of the person who paused the game, if they play.
    pub by: Option<Seat>,
}

/// What stops a table.
#[derive(Clone, Debug, Default)]
pub struct Stops {
    /// The open vote. While it stops the game, no clock runs and no order is accepted.
    pub proposal: Option<Proposal>,
    /// The current pause.
    pub frozen: Option<Frozen>,
    /// The proposers whose proposals failed, each with the time until which they may not propose
    /// again.
    pub failed_proposals: Vec<(Voice, DateTime<Utc>)>,
    /// The periods in which votes that failed had stopped the clocks.
    pub voted: Vec<Time>,
    /// The past pauses.
    pub pauses: Vec<Time>,
}

impl Stops {
    /// Returns when the clocks were stopped, if they are stopped. A paused game may vote too.
    pub fn since(&self) -> Option<DateTime<Utc>> {
        let vote = self.proposal.as_ref().filter(|vote| vote.stops_until.is_some());
        let vote = vote.map(|proposal| proposal.since);
        vote.into_iter().chain(self.frozen.as_ref().map(|frozen| frozen.since)).min()
    }

    /// Returns the time until which the clocks are stopped, unless something is decided earlier:
    /// the end of the vote or of the pause, whichever comes first.
    pub fn until(&self) -> Option<DateTime<Utc>> {
        self.since()?;
        let vote = self.proposal.iter();
        let vote = vote.flat_map(|vote| [Some(vote.until), vote.stops_until]).flatten();
        vote.chain(self.frozen.as_ref().map(|frozen| frozen.until)).min()
    }

    /// Returns the time until which a vote proposed now would stop the clocks. `None` if failed
    /// votes have used up the weekly limit, or if the game is paused.
    pub(super) fn may_last_until(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let begins = now - WEEK;
        let recent = self.voted.iter().filter(|(_, to)| *to > begins);
        let used: Duration = recent.map(|(from, to)| *to - begins.max(*from)).sum();
        let left = VOTES - used;
        (left >= SHORTEST && self.frozen.is_none()).then_some(now + left)
    }

    /// Takes the vote that led to a rewind. Its stop does not count as a failed vote.
    pub fn led_back(&mut self) -> Option<Proposal> {
        let proposal = self.proposal.take()?;
        self.voted.retain(|one| Some(*one) != proposal.paused);
        Some(proposal)
    }

    /// Returns the seat that a motion is about: the one whose player would be replaced, or the one
    /// that paused the game and could resume it without a vote.
    pub fn party(&self, motion: &Motion) -> Option<Seat> {
        match motion {
            Motion::Replace { seat, .. } | Motion::Substitute { seat, .. } => Some(*seat),
            Motion::Resume => self.frozen.as_ref()?.by,
            Motion::Rewind { .. } | Motion::End { .. } => None,
        }
    }
}
