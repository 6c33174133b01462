//! A seat is taken from somebody who does not play any more, and given to a bot or to another
//! person: by whoever looks after the table when its time has run out twice, or by vote before.
//! Whoever had it is told why, and may do nothing for it any more.

use chrono::{DateTime, Utc};

use crate::bots;
use crate::rules::act::{By, Motion};
use crate::rules::{Act, Seat};
use crate::service::commit::Beside;
use crate::service::error::ServiceError;
use crate::service::propose::a_reason;
use crate::service::{Idempotency, Service};
use crate::store::{GameId, PlayerId};

/// Who is to play a seat instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Instead {
    /// A person whom the organiser invites.
    Invited,
    /// Whoever comes first.
    Anybody,
    /// A bot, by its name.
    Bot(String),
}

/// A seat that is to change hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replacement {
    pub seat: Seat,
    pub instead: Instead,
    pub reason: String,
}

impl Service {
    /// Takes a seat from its player. The letters of whoever had it open nothing any more, and
    /// invitations of before lead to no seat.
    pub async fn replace(
        &self,
        now: DateTime<Utc>,
        (game, player): (&GameId, PlayerId),
        asked: &Replacement,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        let office = self.office(game, player).await?;
        let request = key.asks(&[
            "replace",
            game.as_str(),
            &player.to_string(),
            &asked.seat.0.to_string(),
            &asked.instead.spelled(),
            &asked.reason,
        ]);
        self.work_once(game, now, Some(&request), |batch| {
            office.conduct(batch)?;
            batch.note(asked.act(office.by(&batch.live))?)?;
            batch.carry_on()?;
            Ok(((), Beside { by: Some(player), ..Beside::default() }))
        })
        .await
    }
}

impl Instead {
    /// One spelling for good, by which a request is known again.
    pub(in crate::service) fn spelled(&self) -> String {
        match self {
            Instead::Invited => "invited".to_owned(),
            Instead::Anybody => "anybody".to_owned(),
            Instead::Bot(name) => format!("bot {name}"),
        }
    }

    /// The bot, if it is to be one.
    fn bot(&self) -> Result<Option<String>, ServiceError> {
        match self {
            Instead::Bot(name) if bots::find(name).is_none() => {
                Err(ServiceError::refused("there is no such bot"))
            }
            Instead::Bot(name) => Ok(Some(name.clone())),
            Instead::Invited | Instead::Anybody => Ok(None),
        }
    }

    fn open(&self) -> bool {
        *self == Instead::Anybody
    }
}

impl Replacement {
    fn act(&self, by: By) -> Result<Act, ServiceError> {
        let (seat, reason) = (self.seat, a_reason(&self.reason)?);
        let (bot, open) = (self.instead.bot()?, self.instead.open());
        Ok(Act::Replaced { seat, bot, open, reason, by: Some(by) })
    }

    /// The same, for the table to vote on.
    pub(in crate::service) fn motion(&self) -> Result<Motion, ServiceError> {
        let (bot, open) = (self.instead.bot()?, self.instead.open());
        Ok(Motion::Replace { seat: self.seat, bot, open })
    }
}
