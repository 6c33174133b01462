//! A player leaves a seat. Before the start it becomes free again. Later the default player takes
//! over, so that the others do not have to wait.

use crate::handles::Tables;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::side_writes::SideWrites;
use crate::idempotency::Idempotency;
use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;
use ravenpost_store::PlayerId;

impl Tables<'_> {
    /// Frees the player's seat, or hands it to the default player. The seat is looked up in the
    /// same transaction, so a repeated request cannot evict a later player.
    pub async fn leave_seat(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        let request = key.asks(&["leave", game.as_str(), &player.to_string()]);
        self.games()
            .work_once(game, now, Some(&request), |batch| {
                let seat = batch.game.seats().own_seat(player)?;
                let status = batch.game.status.state;
                if !matches!(status, Status::Open | Status::Running) {
                    return Err(ServiceError::refused(
                        "this game is over, so you do not need to leave it",
                    ));
                }
                batch.leave(seat)?;
                batch.count_votes()?;
                batch.carry_on()?;
                Ok(((), SideWrites { vacated: Some(seat), ..SideWrites::default() }))
            })
            .await
    }
}
