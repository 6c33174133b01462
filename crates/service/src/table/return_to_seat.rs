//! A player takes back a seat that they left, within an hour and only while no one else has it.
//! Before the start the seat has to be free; later the default player has to be playing it. Its
//! orders in the meantime are not undone.

use crate::handles::Tables;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::batch::Batch;
use crate::game::core::folded::Game;
use crate::game::core::side_writes::SideWrites;
use crate::idempotency::Idempotency;
use crate::table::join_table::salt;
use ravenpost_log::act::Sitter;
use ravenpost_log::table::seats::RETURN;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;
use ravenpost_store::PlayerId;
use ravenpost_store::people::seat_holders::{self, FormerSeat};

/// A seat that a player may take back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Returnable {
    pub seat: Seat,
    pub until: DateTime<Utc>,
}

impl Tables<'_> {
    /// Returns the seat that the player left and may take back.
    pub async fn returnable(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
    ) -> Result<Option<Returnable>, ServiceError> {
        let last = seat_holders::last_in(self.store().read(), game, player).await?;
        let game = self.games().load(game).await?;
        Ok(last.and_then(|last| returnable(&game, player, &last, now)))
    }

    /// Returns whether the player had a seat in the game before.
    pub async fn was_seated(self, game: &GameId, player: PlayerId) -> Result<bool, ServiceError> {
        Ok(seat_holders::last_in(self.store().read(), game, player).await?.is_some())
    }

    /// Takes the seat back.
    pub async fn return_to_seat(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
        key: &Idempotency,
    ) -> Result<Seat, ServiceError> {
        let request = key.asks(&["return", game.as_str(), &player.to_string()]);
        let drawn = self.entropy().salt()?;
        let organiser = self.members().organiser_of(game).await? == Some(player);
        let last = seat_holders::last_in(self.store().read(), game, player).await?;
        let last = last.ok_or(ServiceError::Denied("you were not in this game"))?;
        self.games()
            .work_once(game, now, Some(&request), |batch| {
                if batch.game.seat_of(player).is_some() {
                    return Err(ServiceError::refused("you already play in this game"));
                }
                let back = returnable(&batch.game, player, &last, batch.now);
                let Some(Returnable { seat, .. }) = back else {
                    return Err(ServiceError::refused(
                        "you can no longer take the seat back: the hour is over, the game has \
                         ended, or someone else has the seat",
                    ));
                };
                take_back(batch, seat, organiser, &drawn)?;
                let (holder, actor) = (Some((seat, player)), Some(player));
                Ok((seat, SideWrites { holder, actor, ..SideWrites::default() }))
            })
            .await
    }
}

fn take_back(
    batch: &mut Batch,
    seat: Seat,
    organiser: bool,
    drawn: &str,
) -> Result<(), ServiceError> {
    if batch.game.status.state == Status::Open {
        let salt = salt("", || Ok(drawn.to_owned()))?;
        batch.join(seat, Sitter::Person, salt, organiser)?;
        batch.start_if_full()?;
    } else {
        batch.note(Act::TakenOver { seat, organiser, returning: true })?;
    }
    batch.carry_on()
}

/// Returns the seat and the time until which it may be taken back, if it is free or played by the
/// default player.
fn returnable(
    game: &Game,
    player: PlayerId,
    last: &FormerSeat,
    now: DateTime<Utc>,
) -> Option<Returnable> {
    let (seat, seats) = (last.seat, &game.status.seats);
    let until = match game.status.state {
        Status::Open if seats.free().contains(&seat) => last.until? + RETURN,
        Status::Running => seats.returns_until(seat)?,
        _ => return None,
    };
    // The seat may have been left again by a later player.
    let own = last.until.is_some_and(|left| left + RETURN >= until);
    (own && now < until && game.seat_of(player).is_none()).then_some(Returnable { seat, until })
}
