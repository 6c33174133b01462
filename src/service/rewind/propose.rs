//! A seat or the organiser proposes to go back to an earlier step or to end the game, or takes that
//! back.

use chrono::{DateTime, Utc};

use super::voice;
use crate::rules::Act;
use crate::rules::act::{Motion, Vain};
use crate::service::batch::Batch;
use crate::service::commit::Beside;
use crate::service::error::ServiceError;
use crate::service::live::Live;
use crate::service::proposal::{Voice, time_to_vote};
use crate::service::request::Request;
use crate::service::{Idempotency, Service, agreed, names};
use crate::store::{GameId, PlayerId};

/// The longest reason, in characters.
pub const REASON_LIMIT: usize = 200;

/// Why somebody wants to go back, and to which step.
#[derive(Clone, Debug)]
pub struct Proposed {
    pub to: u64,
    pub reason: String,
}

/// Why somebody wants to end the game, and with which result.
#[derive(Clone, Debug)]
pub struct ProposedEnd {
    /// Each seat's place, in the order of the seats; none at all for no result.
    pub places: Vec<u8>,
    pub reason: String,
}

impl Service {
    /// Puts to the vote that the table goes back. Where nobody else is to be asked, it goes back
    /// at once. Tells whether it did.
    pub async fn propose_rewind(
        &self,
        now: DateTime<Utc>,
        (game, player): (&GameId, PlayerId),
        asked: &Proposed,
        key: &Idempotency,
    ) -> Result<bool, ServiceError> {
        let (to, words) = (asked.to.to_string(), asked.reason.as_str());
        let request =
            key.asks(&["propose", game.as_str(), &player.to_string(), to.as_str(), words]);
        self.put_to_vote(now, (game, player), (&request, words), |live| {
            live.may_go_back(asked.to)?;
            Ok(Motion::Rewind { to: asked.to })
        })
        .await
    }

    /// Puts to the vote that the game ends now, with a result. Where nobody else is to be asked, it
    /// ends at once. Tells whether it did.
    pub async fn propose_end(
        &self,
        now: DateTime<Utc>,
        (game, player): (&GameId, PlayerId),
        asked: &ProposedEnd,
        key: &Idempotency,
    ) -> Result<bool, ServiceError> {
        let (places, words) = (format!("{:?}", asked.places), asked.reason.as_str());
        let request =
            key.asks(&["propose to end", game.as_str(), &player.to_string(), &places, words]);
        self.put_to_vote(now, (game, player), (&request, words), |live| {
            let places = agreed::result(&asked.places, live.course.table.seats)?;
            Ok(Motion::End { places })
        })
        .await
    }

    async fn put_to_vote(
        &self,
        now: DateTime<Utc>,
        (game, player): (&GameId, PlayerId),
        (request, words): (&Request, &str),
        motion: impl Fn(&Live) -> Result<Motion, ServiceError>,
    ) -> Result<bool, ServiceError> {
        let organises = self.looks_after(game, player).await?;
        self.work_once(game, now, Some(request), |batch| {
            let by = voice(&batch.live, player, organises)?;
            batch.must_run()?;
            let (reason, motion) = (a_reason(words)?, motion(&batch.live)?);
            may_propose(batch, by)?;
            let until = batch.now + time_to_vote(&batch.live.course.pace);
            batch.note(Act::Proposed { by, motion, reason, until })?;
            batch.count_votes()?;
            batch.carry_on()?;
            let done = batch.live.course.proposal.is_none();
            Ok((done, Beside { by: Some(player), ..Beside::default() }))
        })
        .await
    }

    /// Takes back what the player put to the vote in step `step`.
    pub async fn withdraw_proposal(
        &self,
        now: DateTime<Utc>,
        (game, player): (&GameId, PlayerId),
        step: u64,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        let organises = self.looks_after(game, player).await?;
        let request =
            key.asks(&["withdraw", game.as_str(), &player.to_string(), &step.to_string()]);
        self.work_once(game, now, Some(&request), |batch| {
            let own = voice(&batch.live, player, organises)?;
            let by = super::vote::open(&batch.live, step)?.by;
            if by != own {
                return Err(ServiceError::Denied("somebody else has proposed this"));
            }
            batch.note(Act::Dropped { why: Vain::Withdrawn })?;
            batch.carry_on()?;
            Ok(((), Beside { by: Some(player), ..Beside::default() }))
        })
        .await
    }
}

/// A reason in one line: it stays in the log for good.
pub(in crate::service) fn a_reason(text: &str) -> Result<String, ServiceError> {
    names::visible(text, REASON_LIMIT).ok_or_else(|| {
        let why = format!("a reason is a line of at most {REASON_LIMIT} letters, all to be seen");
        ServiceError::refused(why)
    })
}

/// Refuses who has proposed in vain not long ago.
fn may_propose(batch: &Batch, by: Voice) -> Result<(), ServiceError> {
    let vain = batch.live.course.vain.iter().find(|(voice, _)| *voice == by);
    match vain.filter(|(_, until)| *until > batch.now) {
        None => Ok(()),
        Some((_, until)) => Err(ServiceError::refused(format!(
            "nothing came of what you last proposed: you may propose again on {}",
            until.format("%A, %-d %B, %H:%M UTC")
        ))),
    }
}
