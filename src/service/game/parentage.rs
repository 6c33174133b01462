//! The game that a fork comes from, and whether it may go on from there.

use std::sync::Arc;

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::begins::ForkStart;
use crate::service::game::folded::Game;
use ravenpost_log::GameId;
use ravenpost_log::act::Fork;
use ravenpost_log::table::status::{GameStatus, Status};
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Seat, Title};
use ravenpost_store::{PlayerId, StoreError};

impl Service {
    /// How a game begins, or began, that is a fork; nothing for one that is none, and where the
    /// game that it names is not here or cannot be forked so. Of all games no more than that one
    /// is read: what a file claims leads round in no circle.
    pub(in crate::service) async fn begins(
        &self,
        course: &GameStatus,
        title: &'static dyn Title,
    ) -> Result<Option<Arc<ForkStart>>, ServiceError> {
        let Some(fork) = &course.fork else { return Ok(None) };
        let Some(parent) = GameId::parse(&fork.game) else { return Ok(None) };
        match self.original_game(&parent).await {
            Ok(parent) if may_begin(course, title, fork, &parent) => {
                let position = parent.at(parent.log.end_of(fork.step))?.position;
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

/// Whether a game may go on from another: at the same table, from a step that there is, and not
/// from how it truly stands while it is being played.
fn may_begin(course: &GameStatus, title: &'static dyn Title, fork: &Fork, parent: &Game) -> bool {
    let alike =
        title.about().key == parent.title.about().key && course.table == parent.course.table;
    let known = match fork.viewer {
        Some(seat) => parent.course.slot(seat).is_some(),
        None => fork.same_players || parent.course.status == Status::Over,
    };
    alike && known && parent.course.fork.is_none() && parent.has_step_to_fork(fork.step)
}

impl Game {
    /// The seat that is kept for somebody in a fork that has not begun.
    pub fn kept_for(&self, player: PlayerId) -> Option<Seat> {
        let kept = self.begins.as_ref()?.kept_for(player).ok()??;
        self.course.free().contains(&kept).then_some(kept)
    }

    /// Whether it can be gone on with from that step.
    pub(in crate::service) fn has_step_to_fork(&self, step: Step) -> bool {
        self.started().is_some_and(|first| (first..=self.step()).contains(&step))
    }
}
