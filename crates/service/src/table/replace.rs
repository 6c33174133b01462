//! Replaces an inactive player with a bot or another person. The organiser may do so after two
//! timeouts. Before that, the table decides by vote. The former player is told why and loses all
//! rights to the seat.

use crate::handles::Tables;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::side_writes::SideWrites;
use crate::game::table::replacement::Replacement;
use crate::idempotency::Idempotency;
use ravenpost_log::GameId;
use ravenpost_store::PlayerId;

impl Tables<'_> {
    /// Takes a seat from its player. The reply keys of the former player and earlier invitations
    /// become invalid.
    pub async fn replace(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
        asked: &Replacement,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        let office = self.members().office(game, player).await?;
        let request = key.asks(&[
            "replace",
            game.as_str(),
            &player.to_string(),
            &asked.seat.0.to_string(),
            &asked.instead.spelled(),
            &asked.reason,
        ]);
        self.games()
            .work_once(game, now, Some(&request), |batch| {
                batch.note(asked.act(office.by(&batch.game))?)?;
                batch.carry_on()?;
                Ok(((), SideWrites { by: Some(player), ..SideWrites::default() }))
            })
            .await
    }
}
