//! The organiser takes a seat from somebody who does not play any more, and gives it to a bot or
//! lets it wait for another person. Whoever had it is told why, and may do nothing for it any more.

use chrono::{DateTime, Utc};

use crate::bots;
use crate::rules::act::Sitter;
use crate::rules::{Act, Seat};
use crate::service::batch::Batch;
use crate::service::commit::Beside;
use crate::service::course::Status;
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
        self.must_organise(game, player).await?;
        let text = format!("{asked:?}");
        let request = key.asks(&["replace", game.as_str(), &player.to_string(), &text]);
        self.work_once(game, now, Some(&request), |batch| {
            batch.note(act(batch, player, asked)?)?;
            batch.carry_on()?;
            let (by, vacated) = (Some(player), Some(asked.seat));
            Ok(((), Beside { by, vacated, uninvites: true, ..Beside::default() }))
        })
        .await
    }
}

/// Refused during a vote: nobody is put out for a word in it.
fn act(batch: &Batch, by: PlayerId, asked: &Replacement) -> Result<Act, ServiceError> {
    let (live, seat) = (&batch.live, asked.seat);
    if live.course.status != Status::Running {
        return Err(ServiceError::refused("the game is not running"));
    }
    if live.course.proposal.is_some() {
        let why = "the table votes: no seat changes hands until that is decided";
        return Err(ServiceError::refused(why));
    }
    if live.seat_of(by) == Some(seat) {
        return Err(ServiceError::refused("your own seat you can only give up"));
    }
    let person = |sitter: &Sitter| *sitter == Sitter::Person;
    let chair = live.course.chair(seat);
    if !chair.and_then(|chair| chair.sitter.as_ref()).is_some_and(person) {
        return Err(ServiceError::refused("there is no such seat that a person plays"));
    }
    let bot = match &asked.instead {
        Instead::Bot(name) if bots::find(name).is_none() => {
            return Err(ServiceError::refused("there is no such bot"));
        }
        Instead::Bot(name) => Some(name.clone()),
        Instead::Invited | Instead::Anybody => None,
    };
    let open = asked.instead == Instead::Anybody;
    Ok(Act::Replaced { seat, bot, open, reason: a_reason(&asked.reason)? })
}
