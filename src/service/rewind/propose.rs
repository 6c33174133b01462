//! A seat or the organiser puts something to the table's vote: to go back to an earlier step, to
//! end the game, to give a seat to somebody else, to go on; or takes that back.

use chrono::{DateTime, Utc};

use super::voice;
use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::folded::Game;
use crate::service::game::reason::a_reason;
use crate::service::game::replacement::Replacement;
use crate::service::game::request::Request;
use crate::service::game::side_writes::SideWrites;
use crate::service::idempotency::Idempotency;
use ravenpost_log::act::result::counted;
use ravenpost_log::act::{Motion, Rejection};
use ravenpost_log::table::proposal::{self, time_to_vote};
use ravenpost_log::{Act, GameId};
use ravenpost_rules::numbers::Step;
use ravenpost_store::PlayerId;

/// Why somebody wants to go back, and to which step.
#[derive(Clone, Debug)]
pub struct Proposed {
    pub to: Step,
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
        game: &GameId,
        player: PlayerId,
        asked: &Proposed,
        key: &Idempotency,
    ) -> Result<bool, ServiceError> {
        let (to, words) = (asked.to.to_string(), asked.reason.as_str());
        let request =
            key.asks(&["propose_rewind", game.as_str(), &player.to_string(), to.as_str(), words]);
        self.put_to_vote(now, game, player, &request, words, |live| {
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
        game: &GameId,
        player: PlayerId,
        asked: &ProposedEnd,
        key: &Idempotency,
    ) -> Result<bool, ServiceError> {
        let (places, words) = (spelled(&asked.places), asked.reason.as_str());
        let request =
            key.asks(&["propose_end", game.as_str(), &player.to_string(), &places, words]);
        self.put_to_vote(now, game, player, &request, words, |live| {
            let places =
                counted(&asked.places, live.course.table.seats).map_err(ServiceError::refused)?;
            Ok(Motion::End { places })
        })
        .await
    }

    /// Puts to the vote that a seat changes hands. Tells whether it did at once.
    pub async fn propose_replacement(
        &self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
        asked: &Replacement,
        key: &Idempotency,
    ) -> Result<bool, ServiceError> {
        let (who, seat, words) = (player.to_string(), asked.seat.0.to_string(), &*asked.reason);
        let what = ["propose_replacement", game.as_str(), &who, &seat, &asked.instead.spelled()];
        let request = key.asks(&[&what[..], &[words]].concat());
        self.put_to_vote(now, game, player, &request, words, |_| asked.motion()).await
    }

    /// Puts to the vote that a game goes on which is stopped. Tells whether it does at once.
    pub async fn propose_going_on(
        &self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
        reason: &str,
        key: &Idempotency,
    ) -> Result<bool, ServiceError> {
        let who = player.to_string();
        let request = key.asks(&["propose_resume", game.as_str(), &who, reason]);
        self.put_to_vote(now, game, player, &request, reason, |_| Ok(Motion::Resume)).await
    }

    async fn put_to_vote(
        &self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
        request: &Request,
        words: &str,
        motion: impl Fn(&Game) -> Result<Motion, ServiceError>,
    ) -> Result<bool, ServiceError> {
        let organiser = self.organiser_of(game).await?;
        self.work_once(game, now, Some(request), |batch| {
            let (live, organises) = (&batch.live, organiser == Some(player));
            voice(live, player, organises, live.course.consent)?;
            live.asked(batch.now).must_be_running()?;
            let motion = motion(live)?;
            let by = voice(live, player, organises, proposal::rule(&motion, live.course.consent))?;
            let reason = a_reason(words)?;
            let until = batch.now + time_to_vote(&batch.live.course.pace);
            batch.note(Act::Proposed { by, motion, reason, until })?;
            batch.count_votes()?;
            batch.carry_on()?;
            let done = batch.live.course.proposal.is_none();
            Ok((done, SideWrites { by: Some(player), ..SideWrites::default() }))
        })
        .await
    }

    /// Takes back what the player put to the vote in step `step`.
    pub async fn withdraw_proposal(
        &self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
        step: Step,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        let organises = self.organiser_of(game).await? == Some(player);
        let request =
            key.asks(&["withdraw_proposal", game.as_str(), &player.to_string(), &step.to_string()]);
        self.work_once(game, now, Some(&request), |batch| {
            let open = super::vote::open(&batch.live, step)?;
            let rule = open.rule(batch.live.course.consent);
            if open.by != voice(&batch.live, player, organises, rule)? {
                return Err(ServiceError::Denied("somebody else has proposed this"));
            }
            batch.note(Act::ProposalFailed { cause: Rejection::Withdrawn })?;
            batch.carry_on()?;
            Ok(((), SideWrites { by: Some(player), ..SideWrites::default() }))
        })
        .await
    }
}

/// Places in one spelling for good, by which a request is known again.
fn spelled(places: &[u8]) -> String {
    let all: Vec<String> = places.iter().map(u8::to_string).collect();
    all.join(" ")
}
