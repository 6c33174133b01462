//! A person gives up a seat: before the start it is free again; later the fallback plays on, so
//! that nobody waits for somebody who has gone.

use chrono::{DateTime, Utc};

use super::Service;
use super::commit::Beside;
use super::course::Status;
use super::error::ServiceError;
use crate::store::{GameId, PlayerId};

impl Service {
    /// Frees the player's seat, or hands it to the stand-in. Whose seat it is is asked when it is
    /// given up, so that a second click does not put out whoever sat down in between.
    pub async fn leave_seat(
        &self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
    ) -> Result<(), ServiceError> {
        self.work(game, now, |batch| {
            let seat = batch.live.seat_of(player);
            let seat = seat.ok_or_else(|| ServiceError::refused("you have no seat here"))?;
            let status = batch.live.course.status;
            if !matches!(status, Status::Open | Status::Running) {
                return Err(ServiceError::refused("there is nothing left to leave"));
            }
            batch.leave(seat)?;
            batch.carry_on()?;
            Ok(((), Beside { vacated: Some(seat), ..Beside::default() }))
        })
        .await
        .map(drop)
    }
}
