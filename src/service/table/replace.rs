//! A seat is taken from somebody who does not play any more, and given to a bot or to another
//! person: by whoever looks after the table when its time has run out twice, or by vote before.
//! Whoever had it is told why, and may do nothing for it any more.

use chrono::{DateTime, Utc};

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::replacement::Replacement;
use crate::service::game::side_writes::SideWrites;
use crate::service::idempotency::Idempotency;
use ravenpost_log::GameId;
use ravenpost_store::PlayerId;

impl Service {
    /// Takes a seat from its player. The letters of whoever had it open nothing any more, and
    /// invitations of before lead to no seat.
    pub async fn replace(
        &self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
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
            batch.note(asked.act(office.by(&batch.live))?)?;
            batch.carry_on()?;
            Ok(((), SideWrites { by: Some(player), ..SideWrites::default() }))
        })
        .await
    }
}
