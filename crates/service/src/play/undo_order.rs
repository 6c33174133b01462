//! Undo: a seat takes back its last order, as a new event that supersedes the old one.

use crate::handles::Play;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::side_writes::SideWrites;
use crate::idempotency::Idempotency;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::{RefusalCode, Seat};
use ravenpost_store::PlayerId;

impl Play<'_> {
    /// Undoes the seat's last order, whichever it is, and returns it.
    pub async fn take_back_last(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        seat: Seat,
        giver: PlayerId,
        key: &Idempotency,
    ) -> Result<String, ServiceError> {
        let request = key.asks(&["undo_last", game.as_str(), &seat.0.to_string()]);
        self.games()
            .work_once(game, now, Some(&request), |batch| {
                batch.must_hold(seat, Some(giver))?;
                batch.must_run()?;
                let last = batch.game.orders().may_take_back(seat).ok_or_else(no_longer)?;
                let act = batch.game.orders().taking_back(seat, &last);
                let order = match last.act {
                    Act::Ordered { order, .. } => order.clone(),
                    _ => String::new(),
                };
                batch.note(act)?;
                Ok((order, SideWrites { actor: Some(giver), ..SideWrites::default() }))
            })
            .await
    }

    /// Undoes the seat's last order, if it is still the one with this identifier.
    pub async fn take_back(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        seat: Seat,
        giver: Option<PlayerId>,
        order: &str,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        let request = key.asks(&["undo", game.as_str(), &seat.0.to_string(), order]);
        self.games()
            .work_once(game, now, Some(&request), |batch| {
                batch.must_hold(seat, giver)?;
                batch.must_run()?;
                let last = batch.game.orders().may_take_back(seat);
                let last = last
                    .filter(|last| batch.game.orders().mark(last) == order)
                    .ok_or_else(no_longer)?;
                let act = batch.game.orders().taking_back(seat, &last);
                batch.note(act)?;
                Ok(((), SideWrites { actor: giver, ..SideWrites::default() }))
            })
            .await
    }
}

fn no_longer() -> ServiceError {
    ServiceError::coded(
        RefusalCode::CannotUndo,
        "this can no longer be undone: another player has acted since, or something hidden was \
         revealed",
    )
}
