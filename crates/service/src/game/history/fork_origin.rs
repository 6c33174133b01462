//! The original game of a fork, and whether the fork may start from it.

use crate::game::core::folded::handles::{GameHistory, GameSeats};
use crate::handles::Games;
use std::sync::Arc;

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::core::fork_start::ForkStart;
use ravenpost_log::GameId;
use ravenpost_log::act::Fork;
use ravenpost_log::table::status::{GameStatus, Status};
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Seat, Title};
use ravenpost_store::{PlayerId, StoreError};

impl Games<'_> {
    /// How a fork begins or began; `None` if the game is not a fork, or if the original is missing
    /// or does not allow it. Only the original itself is read, so an imported file cannot cause a
    /// cycle.
    pub(crate) async fn begins(
        self,
        status: &GameStatus,
        title: &'static dyn Title,
    ) -> Result<Option<Arc<ForkStart>>, ServiceError> {
        let Some(fork) = &status.fork else { return Ok(None) };
        let Some(parent) = GameId::parse(&fork.game) else { return Ok(None) };
        match self.original_game(&parent).await {
            Ok(parent) if may_begin(status, title, fork, &parent) => {
                let position = parent.history().at(parent.log.end_of(fork.step))?.position;
                let people = parent.people.clone();
                Ok(Some(Arc::new(ForkStart { position, fork: fork.clone(), people })))
            }
            Ok(_) | Err(ServiceError::NotFound(_) | ServiceError::Store(StoreError::NotFound)) => {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}

/// Whether a game may start from another. The table must be the same and the step must exist. The
/// true position may not be used while the original is running.
fn may_begin(status: &GameStatus, title: &'static dyn Title, fork: &Fork, parent: &Game) -> bool {
    let alike =
        title.about().key == parent.title.about().key && status.table == parent.status.table;
    let known = match fork.viewer {
        Some(seat) => parent.status.seats.slot(seat).is_some(),
        None => fork.same_players || parent.status.state == Status::Over,
    };
    alike && known && parent.status.fork.is_none() && parent.history().has_step_to_fork(fork.step)
}

impl GameSeats<'_> {
    /// The seat reserved for a player in a fork that has not started.
    pub fn reserved_for(&self, player: PlayerId) -> Option<Seat> {
        let reserved = self.begins.as_ref()?.reserved_for(player).ok()??;
        self.status.seats.free().contains(&reserved).then_some(reserved)
    }
}

impl GameHistory<'_> {
    /// Whether the game can be forked from that step.
    pub(crate) fn has_step_to_fork(&self, step: Step) -> bool {
        self.started().is_some_and(|first| (first..=self.step()).contains(&step))
    }
}
