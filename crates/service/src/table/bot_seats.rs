//! Assigning bots to free seats of an open table, by its organiser.

use crate::handles::Tables;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::batch::Salt;
use crate::game::core::fork_start::RESERVED;
use crate::game::core::side_writes::SideWrites;
use crate::idempotency::Idempotency;
use ravenpost_log::act::Sitter;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::bots;
use ravenpost_rules::{RefusalCode, Seat};
use ravenpost_store::PlayerId;

impl Tables<'_> {
    /// Assigns a bot to a seat. Only the organiser may.
    pub async fn seat_bot(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        by: PlayerId,
        seat: Seat,
        bot: &str,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        self.members().must_organise(game, by).await?;
        if bots::find(bot).is_none() {
            return Err(ServiceError::coded(
                RefusalCode::UnknownValue,
                "there is no such bot; choose another one",
            ));
        }
        let salt = self.entropy().salt()?;
        let request = key.asks(&["seat_bot", game.as_str(), &seat.0.to_string(), bot]);
        self.games()
            .work_once(game, now, Some(&request), |batch| {
                let status = &batch.game.status;
                if status.fork.as_ref().is_some_and(|fork| fork.same_players) {
                    return Err(ServiceError::Denied(RESERVED));
                }
                if status.state != Status::Open || !status.seats.free().contains(&seat) {
                    return Err(ServiceError::coded(
                        RefusalCode::SeatTaken,
                        "this seat is taken; choose another one",
                    ));
                }
                let sitter = Sitter::Bot(bot.to_owned());
                batch.join(seat, sitter, Salt::drawn(salt.clone()), false)?;
                if batch.start_if_full()? {
                    batch.carry_on()?;
                }
                Ok(((), SideWrites { actor: Some(by), ..SideWrites::default() }))
            })
            .await
    }

    /// Closes a table that has not started. Only the organiser may.
    pub async fn close_table(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        by: PlayerId,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        self.members().must_organise(game, by).await?;
        let request = key.asks(&["cancel", game.as_str()]);
        self.games()
            .work_once(game, now, Some(&request), |batch| {
                if batch.game.status.state != Status::Open {
                    return Err(ServiceError::refused(
                        "only a game that has not started can be cancelled",
                    ));
                }
                batch.note(Act::Cancelled)?;
                Ok(((), SideWrites { by: Some(by), ..SideWrites::default() }))
            })
            .await
    }
}
