//! A person is forgotten: what is kept of it is told first, its seats are given up, and then all
//! that names it goes in one transaction. Games stay whole: their events never knew who it was.

use chrono::{DateTime, Utc};

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::idempotency::Idempotency;
use crate::service::people::operator;
use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;
use ravenpost_store::people::personal_data::{self, Traces};
use ravenpost_store::people::{erasure, players, seat_holders};
use ravenpost_store::{PlayerId, StoreError, writes};

/// What is kept of a person, and what becomes of it.
#[derive(Clone, Debug)]
pub struct Retained {
    pub player: PlayerId,
    pub name: String,
    pub address: String,
    /// Every address that is known as the person's, in small letters.
    pub addresses: Vec<String>,
    pub since: DateTime<Utc>,
    pub traces: Traces,
    /// Games that wait for players or go on: the seat there is given up.
    pub leaves: Vec<GameId>,
    /// Games that are over: they stay, with a seat that nobody holds.
    pub over: Vec<GameId>,
    /// Games that cannot be read: nobody plays them, and the seat there is emptied.
    pub broken: Vec<GameId>,
}

impl Service {
    /// Tells what is kept of the person with that address. Changes nothing.
    pub async fn kept_of(&self, address: &str) -> Result<Retained, ServiceError> {
        let reader = self.store().read();
        let found = players::by_address(reader, address).await?;
        let player = found.ok_or(ServiceError::NotFound("player with that address"))?;
        let (mut leaves, mut over, mut broken) = (Vec::new(), Vec::new(), Vec::new());
        for held in seat_holders::of_player(reader, player.id).await? {
            match self.live(&held.game).await.map(|live| goes_on(live.course.status)) {
                Ok(true) => leaves.push(held.game),
                Ok(false) => over.push(held.game),
                // The seat there is given up by an act, and only that program can write one.
                Err(error) if error.is_ahead() => {
                    return Err(ServiceError::refused(format!(
                        "a newer version of this program has gone on with game {}: have that one \
                         forget the player",
                        held.game
                    )));
                }
                Err(error) if is_broken(&error) => broken.push(held.game),
                Err(error) => return Err(error),
            }
        }
        Ok(Retained {
            player: player.id,
            name: player.name,
            address: player.address,
            addresses: erasure::addresses(reader, player.id).await?,
            since: player.created_at,
            traces: personal_data::of(reader, player.id).await?,
            leaves,
            over,
            broken,
        })
    }

    /// Gives up the seats and removes everything. Broken off half way it can be asked again: seats
    /// that were given up are, and the rest goes at once or not at all. What was removed is out of
    /// the file itself when the store was next opened. Tells how many letters of others that wait
    /// had something cut out.
    pub async fn erase(&self, now: DateTime<Utc>, kept: &Retained) -> Result<usize, ServiceError> {
        let player = kept.player;
        for game in &kept.leaves {
            self.give_up(now, game, player).await?;
        }
        let mut hashes = Vec::new();
        for address in &kept.addresses {
            // First of all: once the player is gone nobody knows the address any more.
            self.has_come(address);
            hashes.push(self.guest(address).await?);
        }
        let job = self.store().write(writes!(|tx| {
            operator::resign(tx, player).await?;
            erasure::forget(tx, player, &hashes).await
        }));
        Ok(job.await?)
    }

    /// Gives one seat up. A refusal is no answer while the seat is held: the table would wait for
    /// somebody who is gone.
    async fn give_up(
        &self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
    ) -> Result<(), ServiceError> {
        let key = Idempotency::of(player, game, "erase", now.timestamp_millis());
        let left = self.leave_seat(now, game, player, &key).await;
        let live = self.live(game).await?;
        let held = live.seat_of(player).is_some() && goes_on(live.course.status);
        match left {
            Ok(()) if held => Err(ServiceError::corrupt(game, "did not give up the seat")),
            // Somebody was faster, or the game ended meanwhile.
            Err(ServiceError::Denied(_) | ServiceError::Refused(_)) if !held => Ok(()),
            left => left,
        }
    }
}

fn goes_on(status: Status) -> bool {
    matches!(status, Status::Open | Status::Running)
}

/// Whether an error is the game's own, and no trouble of the machine.
fn is_broken(error: &ServiceError) -> bool {
    let corrupt = matches!(error, ServiceError::Store(StoreError::Corrupt(_)));
    corrupt
        || matches!(
            error,
            ServiceError::Broken(_) | ServiceError::Damaged { .. } | ServiceError::NotFound(_)
        )
}
