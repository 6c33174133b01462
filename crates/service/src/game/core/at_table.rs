//! A player's seat in a game, for forms that act on it. No view is built, and the store is not read
//! if the game is in memory.

use crate::game::core::folded::handles::GameSeats;
use crate::handles::Games;
use std::sync::Arc;

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;
use ravenpost_rules::Seat;
use ravenpost_store::PlayerId;

/// A game and the player's seat in it.
pub struct AtTable {
    pub game: Arc<Game>,
    /// The player's seat; `None` for spectators.
    pub seat: Option<Seat>,
}

impl Games<'_> {
    /// Returns the game with the player's seat.
    ///
    /// # Errors
    ///
    /// Fails with `NotFound` if there is no such game.
    pub async fn at_table(
        self,
        game_id: &GameId,
        player: PlayerId,
    ) -> Result<AtTable, ServiceError> {
        let game = self.load(game_id).await?;
        let seat = game.seat_of(player);
        Ok(AtTable { game, seat })
    }
}

impl GameSeats<'_> {
    /// Returns the seat of a player, or `Denied` if the player has none.
    pub(crate) fn own_seat(&self, player: PlayerId) -> Result<Seat, ServiceError> {
        self.seat_of(player).ok_or(ServiceError::Denied("you are not in this game"))
    }
}

impl AtTable {
    /// Returns the player's seat, or `Denied` if the player has none.
    pub fn own_seat(&self) -> Result<Seat, ServiceError> {
        self.seat.ok_or(ServiceError::Denied("you are not in this game"))
    }

    /// Whether the player could give an order: the player has a seat and the game is running.
    pub fn may_write(&self) -> bool {
        self.seat.is_some() && self.game.status.state == Status::Running
    }
}
