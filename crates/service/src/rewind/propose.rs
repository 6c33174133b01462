//! Proposals by a seat or the organiser: to rewind the game, to end it, to reassign a seat, or to
//! resume; and their withdrawal.

use crate::handles::Votes;
use chrono::{DateTime, Utc};

use super::voice;
use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::core::request::Request;
use crate::game::core::side_writes::SideWrites;
use crate::game::history::bot_takebacks::{FROM_BOTS, FromBots};
use crate::game::table::reason::a_reason;
use crate::game::table::replacement::Replacement;
use crate::idempotency::Idempotency;
use ravenpost_log::act::result::counted;
use ravenpost_log::act::{Motion, Rejection};
use ravenpost_log::table::proposal::{self, time_to_vote};
use ravenpost_log::{Act, GameId};
use ravenpost_rules::RefusalCode;
use ravenpost_rules::numbers::Step;
use ravenpost_store::PlayerId;

/// A proposal to rewind to a step, with the reason.
#[derive(Clone, Debug)]
pub struct Proposed {
    pub to: Step,
    pub reason: String,
}

/// A proposal to end the game, with the reason and the result.
#[derive(Clone, Debug)]
pub struct ProposedEnd {
    /// The place of each seat, in seat order; empty for a game without a result.
    pub places: Vec<u8>,
    pub reason: String,
}

impl Votes<'_> {
    /// Proposes a rewind. If no other consent is required, it takes place at once. Returns whether
    /// it did.
    pub async fn propose_rewind(
        self,
        now: DateTime<Utc>,
        game_id: &GameId,
        player: PlayerId,
        asked: &Proposed,
        key: &Idempotency,
    ) -> Result<bool, ServiceError> {
        let (to, words) = (asked.to.to_string(), asked.reason.as_str());
        let request = key.asks(&[
            "propose_rewind",
            game_id.as_str(),
            &player.to_string(),
            to.as_str(),
            words,
        ]);
        self.put_to_vote(now, game_id, player, &request, words, |game| {
            game.conduct().may_go_back(asked.to)?;
            Ok(Motion::Rewind { to: asked.to })
        })
        .await
    }

    /// Goes back to before the player's last move, in a game against bots only.
    ///
    /// # Errors
    ///
    /// A refusal if another person has a seat, or if something hidden has been revealed since.
    pub async fn take_back_from_bots(
        self,
        now: DateTime<Utc>,
        game_id: &GameId,
        player: PlayerId,
        to: Step,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        let (who, step) = (player.to_string(), to.to_string());
        let request = key.asks(&["propose_rewind", game_id.as_str(), &who, &step, FROM_BOTS]);
        let motion = |game: &Game| {
            let seat = game.seat_of(player);
            let seat = seat.ok_or(ServiceError::Denied("you are not in this game"))?;
            let found = game.history().from_bots(seat, now)?;
            match found.filter(|found| found.to == to) {
                Some(FromBots { revealed: false, .. }) => Ok(Motion::Rewind { to }),
                Some(FromBots { revealed: true, .. }) => Err(ServiceError::coded(
                    RefusalCode::CannotUndo,
                    "this can no longer be undone: something hidden has been revealed since",
                )),
                None => Err(ServiceError::coded(
                    RefusalCode::CannotUndo,
                    "this can no longer be undone: the game has moved on, or other players have \
                     to agree",
                )),
            }
        };
        self.put_to_vote(now, game_id, player, &request, FROM_BOTS, motion).await.map(drop)
    }

    /// Proposes to end the game with a result. If no other consent is required, it ends at once.
    /// Returns whether it did.
    pub async fn propose_end(
        self,
        now: DateTime<Utc>,
        game_id: &GameId,
        player: PlayerId,
        asked: &ProposedEnd,
        key: &Idempotency,
    ) -> Result<bool, ServiceError> {
        let (places, words) = (spelled(&asked.places), asked.reason.as_str());
        let request =
            key.asks(&["propose_end", game_id.as_str(), &player.to_string(), &places, words]);
        self.put_to_vote(now, game_id, player, &request, words, |game| {
            let places =
                counted(&asked.places, game.status.table.seats).map_err(ServiceError::refused)?;
            Ok(Motion::End { places })
        })
        .await
    }

    /// Proposes to reassign a seat. Returns whether that happened at once.
    pub async fn propose_replacement(
        self,
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

    /// Proposes to resume a paused game. Returns whether it was resumed at once.
    pub async fn propose_going_on(
        self,
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
        self,
        now: DateTime<Utc>,
        game_id: &GameId,
        player: PlayerId,
        request: &Request,
        words: &str,
        motion: impl Fn(&Game) -> Result<Motion, ServiceError>,
    ) -> Result<bool, ServiceError> {
        let organiser = self.members().organiser_of(game_id).await?;
        self.games()
            .work_once(game_id, now, Some(request), |batch| {
                let (game, organises) = (&batch.game, organiser == Some(player));
                voice(game, player, organises, game.status.consent)?;
                game.conduct().asked(batch.now).must_be_running()?;
                let motion = motion(game)?;
                let by =
                    voice(game, player, organises, proposal::rule(&motion, game.status.consent))?;
                let reason = a_reason(words)?;
                let until = batch.now + time_to_vote(&batch.game.status.pace);
                batch.note(Act::Proposed { by, motion, reason, until })?;
                batch.count_votes()?;
                batch.carry_on()?;
                let done = batch.game.status.stops.proposal.is_none();
                Ok((done, SideWrites { by: Some(player), ..SideWrites::default() }))
            })
            .await
    }

    /// Withdraws the player's proposal made in step `step`.
    pub async fn withdraw_proposal(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
        step: Step,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        let organises = self.members().organiser_of(game).await? == Some(player);
        let request =
            key.asks(&["withdraw_proposal", game.as_str(), &player.to_string(), &step.to_string()]);
        self.games()
            .work_once(game, now, Some(&request), |batch| {
                let open = super::vote::open(&batch.game, step)?;
                let rule = open.rule(batch.game.status.consent);
                if open.by != voice(&batch.game, player, organises, rule)? {
                    return Err(ServiceError::Denied("this vote was proposed by another player"));
                }
                batch.note(Act::ProposalFailed { cause: Rejection::Withdrawn })?;
                batch.carry_on()?;
                Ok(((), SideWrites { by: Some(player), ..SideWrites::default() }))
            })
            .await
    }
}

/// Returns the spelling of places that identifies the request. It must never change.
fn spelled(places: &[u8]) -> String {
    let all: Vec<String> = places.iter().map(u8::to_string).collect();
    all.join(" ")
}
