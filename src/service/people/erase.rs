//! A person is forgotten: what is kept of it is told first, its seats are given up, and then all
//! that names it goes in one transaction. Games stay whole: their events never knew who it was.

use chrono::{DateTime, Utc};

use crate::service::Service;
use crate::service::course::Status;
use crate::service::error::ServiceError;
use crate::service::request::Idempotency;
use crate::store::traces::{self, Traces};
use crate::store::{GameId, PlayerId, holders, players, writes};

/// What is kept of a person, and what becomes of it.
#[derive(Clone, Debug)]
pub struct Kept {
    pub player: PlayerId,
    pub name: String,
    pub address: String,
    pub since: DateTime<Utc>,
    pub traces: Traces,
    /// Games that wait for players or go on: the seat there is given up.
    pub leaves: Vec<GameId>,
    /// Games that are over: they stay, with a seat that nobody holds.
    pub over: Vec<GameId>,
}

impl Service {
    /// Tells what is kept of the person with that address. Changes nothing.
    pub async fn kept_of(&self, address: &str) -> Result<Kept, ServiceError> {
        let reader = self.store().read();
        let found = players::by_address(reader, address).await?;
        let player = found.ok_or(ServiceError::NotFound("player with that address"))?;
        let (mut leaves, mut over) = (Vec::new(), Vec::new());
        for held in holders::of_player(reader, player.id).await? {
            match self.live(&held.game).await?.course.status {
                Status::Open | Status::Running => leaves.push(held.game),
                _ => over.push(held.game),
            }
        }
        Ok(Kept {
            player: player.id,
            name: player.name,
            address: player.address,
            since: player.created_at,
            traces: traces::of(reader, player.id).await?,
            leaves,
            over,
        })
    }

    /// Gives up the seats and removes everything. Broken off half way it can be asked again: seats
    /// that were given up are, and the rest goes at once or not at all.
    pub async fn erase(&self, now: DateTime<Utc>, kept: &Kept) -> Result<(), ServiceError> {
        let player = kept.player;
        for game in &kept.leaves {
            let key = Idempotency(format!("erase {player}"));
            match self.leave_seat(now, game, player, &key).await {
                // Somebody was faster, or the game ended meanwhile.
                Ok(()) | Err(ServiceError::Denied(_) | ServiceError::Refused(_)) => {}
                Err(error) => return Err(error),
            }
        }
        let job = self.store().write(writes!(|tx| players::forget(tx, player).await));
        Ok(job.await?)
    }
}
