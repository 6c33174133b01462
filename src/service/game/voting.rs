//! A game that stands still: a vote is counted after each word, when a seat is given up, and when
//! its time is over; one that the organiser has stopped goes on by itself in the end.

use crate::rules::Act;
use crate::rules::act::{Motion, Vain};
use crate::service::batch::Batch;
use crate::service::error::ServiceError;
use crate::service::proposal::Standing;

impl Batch {
    /// Does what was put to the vote, or drops it, as soon as it is decided.
    pub fn count_votes(&mut self) -> Result<(), ServiceError> {
        let (Some(proposal), Some(standing)) =
            (&self.live.course.proposal, self.live.course.vote())
        else {
            return Ok(());
        };
        // Who left in the midst of a vote may have ended the game.
        if self.live.position.outcome().is_some() {
            return self.note(Act::Dropped { why: Vain::Over }).map(drop);
        }
        match standing {
            Standing::Carried => match proposal.motion.clone() {
                Motion::Rewind { to } => self.rewind(to),
                Motion::End { places } => self.end(Some(places)),
            },
            Standing::Lost => self.note(Act::Dropped { why: Vain::Refused }).map(drop),
            Standing::Open if proposal.until <= self.now => {
                self.note(Act::Dropped { why: Vain::Silence }).map(drop)
            }
            Standing::Open => Ok(()),
        }
    }

    /// Lets a game go on that has been stopped for as long as it may be.
    pub fn thaw_if_due(&mut self) -> Result<(), ServiceError> {
        match &self.live.course.frozen {
            Some(frozen) if frozen.until <= self.now => {
                self.note(Act::Thawed { due: true }).map(drop)
            }
            _ => Ok(()),
        }
    }

    /// Refuses acts on a game that stands still.
    pub(super) fn must_go_on(&self) -> Result<(), ServiceError> {
        let course = &self.live.course;
        match (&course.proposal, &course.frozen) {
            (None, None) => Ok(()),
            (None, Some(frozen)) => Err(ServiceError::refused(format!(
                "the organiser has stopped the game (\u{201c}{}\u{201d}): until it goes on no \
                 order is taken, no clock runs, and nobody loses time",
                frozen.reason
            ))),
            (Some(proposal), _) => {
                let what = match proposal.motion {
                    Motion::Rewind { .. } => "going back",
                    Motion::End { .. } => "ending the game",
                };
                Err(ServiceError::refused(format!(
                    "the table votes on {what}: until that is decided no order is taken, no clock \
                     runs, and nobody loses time"
                )))
            }
        }
    }
}
