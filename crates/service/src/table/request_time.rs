//! Requests for more time: a player asks for time, or grants some to another player. Both are
//! events that the table sees.

use crate::game::core::folded::handles::GameClocks;
use crate::handles::Tables;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::side_writes::SideWrites;
use crate::game::table::reason::a_reason;
use crate::idempotency::Idempotency;
use ravenpost_log::act::By;
use ravenpost_log::conduct::time::time_asked;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;
use ravenpost_store::PlayerId;

/// The seat that needs time, and why; the reason may be empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimeRequest {
    pub seat: Seat,
    pub reason: String,
}

impl Tables<'_> {
    /// Extends the deadline and returns the new one.
    pub async fn ask_for_time(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
        asked: &TimeRequest,
        key: &Idempotency,
    ) -> Result<DateTime<Utc>, ServiceError> {
        let seat = asked.seat.0.to_string();
        let by = player.to_string();
        let request = key.asks(&["extend_time", game.as_str(), &by, &seat, &asked.reason]);
        self.games()
            .work_once(game, now, Some(&request), |batch| {
                let own = batch.game.seats().own_seat(player)?;
                batch.note(batch.game.clocks().more_time(own, asked)?)?;
                let due = batch.game.seats().wait(asked.seat).and_then(|wait| wait.due);
                let due =
                    due.ok_or_else(|| ServiceError::refused("that player's clock is not running"))?;
                Ok((due, SideWrites { by: Some(player), ..SideWrites::default() }))
            })
            .await
    }
}

impl GameClocks<'_> {
    /// Returns the act by which a seat asks for time or grants some.
    fn more_time(&self, own: Seat, asked: &TimeRequest) -> Result<Act, ServiceError> {
        let reason = match asked.reason.trim() {
            "" => None,
            words => Some(a_reason(words)?),
        };
        let seconds = time_asked(&self.status.pace);
        let seconds = seconds.ok_or_else(|| ServiceError::refused("this game has no clocks"))?;
        Ok(Act::Extended { seat: asked.seat, seconds, reason, by: By::Player(own) })
    }

    /// Whether a seat may ask for time for that seat now.
    pub fn may_ask_for_time(&self, own: Seat, seat: Seat, now: DateTime<Utc>) -> bool {
        let asked = TimeRequest { seat, reason: String::new() };
        self.more_time(own, &asked).is_ok_and(|act| self.conduct().may(&act, now).is_ok())
    }
}
