//! A player at a table: all that a form needs to know before it acts. No view is made, nothing is
//! listed and nothing is asked of the store when the game is in memory.

use std::sync::Arc;

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::folded::Game;
use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;
use ravenpost_rules::Seat;
use ravenpost_store::PlayerId;

/// A game that was found, and where a player sits in it.
pub struct AtTable {
    pub live: Arc<Game>,
    /// The player's own seat; none for those who only watch.
    pub seat: Option<Seat>,
}

impl Service {
    /// The game, with the player's seat. `NotFound` when there is no such game.
    pub async fn at_table(&self, game: &GameId, player: PlayerId) -> Result<AtTable, ServiceError> {
        let live = self.live(game).await?;
        let seat = live.seat_of(player);
        Ok(AtTable { live, seat })
    }
}

impl Game {
    /// The seat of a player; whoever has none is told so.
    pub(in crate::service) fn own_seat(&self, player: PlayerId) -> Result<Seat, ServiceError> {
        self.seat_of(player).ok_or(ServiceError::Denied("you have no seat in this game"))
    }
}

impl AtTable {
    /// The player's seat; whoever has none is told so.
    pub fn own_seat(&self) -> Result<Seat, ServiceError> {
        self.seat.ok_or(ServiceError::Denied("you have no seat in this game"))
    }

    /// Whether an order of the player could be taken at all: it has a seat, and the game runs.
    pub fn may_write(&self) -> bool {
        self.seat.is_some() && self.live.course.status == Status::Running
    }
}
