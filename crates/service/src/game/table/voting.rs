//! Votes and pauses. Votes are counted after each ballot, when a seat is given up, and when time is
//! up. A paused game resumes automatically when its time limit is reached.

use crate::error::ServiceError;
use crate::game::core::batch::Batch;
use ravenpost_log::Act;
use ravenpost_log::act::{By, Motion, Rejection};
use ravenpost_log::table::proposal::VoteState;

impl Batch {
    /// Carries out or drops the open motion as soon as it is decided.
    pub fn count_votes(&mut self) -> Result<(), ServiceError> {
        let (Some(proposal), Some(standing)) =
            (&self.game.status.stops.proposal, self.game.status.vote(self.now))
        else {
            return Ok(());
        };
        // A player who left during the vote may have ended the game.
        if self.game.position.outcome().is_some() {
            return self.note(Act::ProposalFailed { cause: Rejection::GameEnded }).map(drop);
        }
        match standing {
            VoteState::Carried => match proposal.motion.clone() {
                Motion::Rewind { to } => self.rewind(to),
                Motion::End { places } => self.end(Some(places)),
                Motion::Replace { seat, bot, open } => {
                    let (reason, by) = (proposal.reason.clone(), By::Table);
                    self.note(Act::Replaced { seat, bot, open, reason, by }).map(drop)
                }
                Motion::Substitute { seat, bot } => {
                    let (bot, by) = (Some(bot), Some(By::Table));
                    self.note(Act::Substituted { seat, bot, until: None, by }).map(drop)
                }
                Motion::Resume => {
                    self.note(Act::Resumed { expired: false, by: Some(By::Table) }).map(drop)
                }
            },
            VoteState::Lost => {
                self.note(Act::ProposalFailed { cause: Rejection::Rejected }).map(drop)
            }
            VoteState::Open if proposal.until <= self.now => {
                self.note(Act::ProposalFailed { cause: Rejection::Expired }).map(drop)
            }
            VoteState::Open => Ok(()),
        }
    }

    /// Restarts the clocks when an open vote has stopped them for as long as it may.
    pub(in crate::game) fn resume_clocks_if_due(&mut self) -> Result<(), ServiceError> {
        let stops = self.game.status.stops.proposal.as_ref().and_then(|open| open.stops_until);
        match stops.filter(|until| *until <= self.now) {
            Some(_) => self.note(Act::ClocksResumed).map(drop),
            None => Ok(()),
        }
    }

    /// Resumes a game that was paused for as long as it may be.
    pub fn thaw_if_due(&mut self) -> Result<(), ServiceError> {
        match &self.game.status.stops.frozen {
            Some(frozen) if frozen.until <= self.now => {
                self.note(Act::Resumed { expired: true, by: None }).map(drop)
            }
            _ => Ok(()),
        }
    }
}

/// Returns the path segment of the page with the details of a vote.
pub fn page(motion: &Motion) -> &'static str {
    match motion {
        Motion::Rewind { .. } => "rewind",
        Motion::End { .. } => "end",
        Motion::Replace { .. } | Motion::Substitute { .. } | Motion::Resume => "change",
    }
}
