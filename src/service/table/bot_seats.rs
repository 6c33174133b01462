//! The organiser of an open table gives a free seat to a bot.

use chrono::{DateTime, Utc};

use crate::bots;
use crate::rules::act::Sitter;
use crate::rules::{Act, Seat};
use crate::service::batch::Salt;
use crate::service::begins::KEPT;
use crate::service::commit::Beside;
use crate::service::course::Status;
use crate::service::error::ServiceError;
use crate::service::live::Live;
use crate::service::{Idempotency, Service};
use crate::store::{GameId, PlayerId, organisers, players};

/// What is said to everybody else.
pub(in crate::service) const NO_ORGANISER: ServiceError =
    ServiceError::Denied("only the organiser of this table may do that");

impl Service {
    /// Seats a bot. Only the organiser may.
    pub async fn seat_bot(
        &self,
        now: DateTime<Utc>,
        game: &GameId,
        by: PlayerId,
        (seat, bot): (Seat, &str),
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        self.must_organise(game, by).await?;
        if bots::find(bot).is_none() {
            return Err(ServiceError::refused("there is no such bot"));
        }
        let salt = self.entropy().salt()?;
        let request = key.asks(&["bot", game.as_str(), &seat.0.to_string(), bot]);
        self.work_once(game, now, Some(&request), |batch| {
            let course = &batch.live.course;
            if course.fork.as_ref().is_some_and(|fork| fork.together) {
                return Err(ServiceError::Denied(KEPT));
            }
            if course.status != Status::Open || !course.free().contains(&seat) {
                return Err(ServiceError::refused("this seat is taken"));
            }
            let sitter = Sitter::Bot(bot.to_owned());
            batch.join(seat, sitter, (Salt::drawn(salt.clone()), false))?;
            if batch.start_if_full()? {
                batch.carry_on()?;
            }
            Ok(((), Beside { actor: Some(by), ..Beside::default() }))
        })
        .await
    }

    /// Closes a table that has not started. Only the organiser may.
    pub async fn close_table(
        &self,
        now: DateTime<Utc>,
        game: &GameId,
        by: PlayerId,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        self.must_organise(game, by).await?;
        let request = key.asks(&["close", game.as_str()]);
        self.work_once(game, now, Some(&request), |batch| {
            if batch.live.course.status != Status::Open {
                return Err(ServiceError::refused("only a table that has not started can close"));
            }
            batch.note(Act::Cancelled)?;
            Ok(((), Beside { by: Some(by), ..Beside::default() }))
        })
        .await
    }

    /// Refuses everybody but the organiser of a game and the operator of the server.
    pub async fn must_organise(&self, game: &GameId, player: PlayerId) -> Result<(), ServiceError> {
        if self.organises(game, player).await? {
            return Ok(());
        }
        Err(NO_ORGANISER)
    }

    /// Who looks after a table, by name, and where that person plays.
    pub(in crate::service) async fn named_organiser(
        &self,
        live: &Live,
    ) -> Result<Option<(String, Option<Seat>)>, ServiceError> {
        let Some(player) = organisers::of_game(self.store().read(), &live.id).await? else {
            return Ok(None);
        };
        let name = players::get(self.store().read(), player).await?.name;
        Ok(Some((name, live.seat_of(player))))
    }

    /// Whether somebody is the organiser of a game, or the operator of the server.
    pub(in crate::service) async fn organises(
        &self,
        game: &GameId,
        player: PlayerId,
    ) -> Result<bool, ServiceError> {
        let organiser = organisers::of_game(self.store().read(), game).await?;
        Ok(organiser == Some(player) || self.is_operator(player).await?)
    }
}
