//! Erases a person's data. What is stored is listed first, the person's seats are given up, and
//! then every row that names the person is deleted in one transaction. Games stay intact, because
//! their events do not name players.

use chrono::{DateTime, Utc};

use crate::Service;
use crate::error::ServiceError;
use crate::idempotency::Idempotency;
use crate::people::admins;
use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;
use ravenpost_store::people::admin_log::{self, AdminAction, NewEntry};
use ravenpost_store::people::personal_data::{self, Traces};
use ravenpost_store::people::{erasure, players, seat_holders};
use ravenpost_store::{PlayerId, StoreError, writes};

/// What is stored about a person, and what happens to it.
#[derive(Clone, Debug)]
pub struct Retained {
    pub player: PlayerId,
    pub name: String,
    pub address: String,
    /// Every known address of the person, in lower case.
    pub addresses: Vec<String>,
    pub since: DateTime<Utc>,
    pub traces: Traces,
    /// Waiting and running games, whose seats are given up.
    pub leaves: Vec<GameId>,
    /// Finished games, which are kept with an empty seat.
    pub over: Vec<GameId>,
    /// Games that cannot be read, whose seats are emptied.
    pub broken: Vec<GameId>,
}

impl Service {
    /// Lists what is stored about the person with that address. Changes nothing.
    pub async fn data_of(&self, address: &str) -> Result<Retained, ServiceError> {
        let reader = self.store().read();
        let found = players::by_address(reader, address).await?;
        let player = found.ok_or(ServiceError::NotFound("player; check the address"))?;
        let (mut leaves, mut over, mut broken) = (Vec::new(), Vec::new(), Vec::new());
        for held in seat_holders::of_player(reader, player.id).await? {
            match self.games().load(&held.game).await.map(|game| is_unfinished(game.status.state)) {
                Ok(true) => leaves.push(held.game),
                Ok(false) => over.push(held.game),
                // Giving up that seat requires an event that only the newer program can write.
                Err(error) if error.is_ahead() => {
                    return Err(ServiceError::refused(format!(
                        "game {} was continued by a newer version of this program; erase the \
                         player with that version",
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

    /// Gives up the seats and deletes everything else. If it is interrupted, call it again: seats
    /// already given up remain so, and the rest is deleted completely or not at all. Deleted data
    /// leaves the database file itself the next time the store is opened. Returns how many queued
    /// emails to others were redacted.
    pub async fn erase(
        &self,
        now: DateTime<Utc>,
        retained: &Retained,
    ) -> Result<usize, ServiceError> {
        self.erase_for(now, retained, None).await
    }

    /// Erases a person at the request of an admin, and records that in the same transaction.
    /// Admins cannot be erased in this way.
    pub(crate) async fn erase_by_admin(
        &self,
        now: DateTime<Utc>,
        retained: &Retained,
        admin: PlayerId,
    ) -> Result<usize, ServiceError> {
        self.erase_for(now, retained, Some(admin)).await
    }

    async fn erase_for(
        &self,
        now: DateTime<Utc>,
        retained: &Retained,
        admin: Option<PlayerId>,
    ) -> Result<usize, ServiceError> {
        let player = retained.player;
        for game in &retained.leaves {
            self.give_up(now, game, player).await?;
        }
        let mut hashes = Vec::new();
        for address in &retained.addresses {
            // Done first, because the address is unknown after the player is deleted.
            self.admissions().delete_file_of(address);
            hashes.push(self.players().guest(address).await?);
        }
        let job = self.store().try_write(writes!(|tx| {
            if let Some(admin) = admin {
                admins::must_be_admin(&mut *tx, admin).await?;
                admins::must_not_be_admin(&mut *tx, player).await?;
                admin_log::add(tx, &erased(now, admin)).await?;
            }
            admins::resign(tx, player).await?;
            Ok(erasure::forget(tx, player, &hashes).await?)
        }));
        job.await
    }

    /// Gives up one seat. A refusal is an error while the seat is still held, because the table
    /// would wait for a player who is gone.
    pub(crate) async fn give_up(
        &self,
        now: DateTime<Utc>,
        game_id: &GameId,
        player: PlayerId,
    ) -> Result<(), ServiceError> {
        let key = Idempotency::of(player, game_id, "erase", now.timestamp_millis());
        let left = self.tables().leave_seat(now, game_id, player, &key).await;
        let game = self.games().load(game_id).await?;
        let held = game.seat_of(player).is_some() && is_unfinished(game.status.state);
        match left {
            Ok(()) if held => Err(ServiceError::corrupt(game_id, "did not give up the seat")),
            // Another process was faster, or the game ended meanwhile.
            Err(ServiceError::Denied(_) | ServiceError::Refused(_)) if !held => Ok(()),
            left => left,
        }
    }
}

/// Returns the entry about an erasure by an admin. It names no player.
fn erased(now: DateTime<Utc>, admin: PlayerId) -> NewEntry {
    let action = AdminAction::Erased;
    NewEntry { at: now, admin: Some(admin), action, player: None, reason: String::new() }
}

fn is_unfinished(status: Status) -> bool {
    matches!(status, Status::Open | Status::Running)
}

/// Whether the error concerns the game itself rather than the machine.
pub(crate) fn is_broken(error: &ServiceError) -> bool {
    let corrupt = matches!(error, ServiceError::Store(StoreError::Corrupt(_)));
    corrupt
        || matches!(
            error,
            ServiceError::Broken(_) | ServiceError::Damaged { .. } | ServiceError::NotFound(_)
        )
}
