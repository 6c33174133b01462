//! A person gives up a seat: before the start it is free again; later the fallback plays on, so
//! that nobody waits for somebody who has gone.

use chrono::{DateTime, Utc};

use super::Service;
use super::commit::Beside;
use super::course::Status;
use super::error::ServiceError;
use crate::rules::Seat;
use crate::store::GameId;

impl Service {
    /// Frees the seat, or hands it to the stand-in.
    pub async fn leave_seat(
        &self,
        now: DateTime<Utc>,
        game: &GameId,
        seat: Seat,
    ) -> Result<(), ServiceError> {
        self.work(game, now, |batch| {
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
