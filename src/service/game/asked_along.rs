//! The forks of a game: those that a player may see, and those to which the player was asked along.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::folded::Game;
use ravenpost_rules::Seat;
use ravenpost_store::PlayerId;
use ravenpost_store::lists::forks::{self, Eyes};
use ravenpost_store::lists::games::GameRow;
use ravenpost_store::people::organisers;

/// How long a fork that nobody has come to stands among what waits for those who were asked.
const WAITS: Duration = Duration::days(14);

impl Service {
    /// The forks of a game that a player may see, the newest first: the own ones and those to which
    /// the table was asked.
    pub(in crate::service) async fn forks_of(
        &self,
        live: &Game,
        player: Option<PlayerId>,
    ) -> Result<Vec<GameRow>, ServiceError> {
        let Some(player) = player else { return Ok(Vec::new()) };
        let eyes = Eyes { player, sits: live.seat_of(player).is_some() };
        Ok(forks::of_game(self.store().read(), &live.id, eyes).await?)
    }

    /// Forks that wait for a player who was asked along and has not sat down yet.
    pub async fn asked_along(
        &self,
        now: DateTime<Utc>,
        player: PlayerId,
    ) -> Result<Vec<GameRow>, ServiceError> {
        Ok(forks::kept_for(self.store().read(), player, now - WAITS).await?)
    }

    /// Those of one game, and who there asks.
    pub(in crate::service) async fn asked_from(
        &self,
        now: DateTime<Utc>,
        game: &Game,
        player: PlayerId,
    ) -> Result<Vec<(Arc<Game>, Seat)>, ServiceError> {
        let mut asked = Vec::new();
        for row in self.asked_along(now, player).await? {
            let fork = self.live(&row.id).await?;
            let from = fork.course.fork.as_ref().is_some_and(|from| from.game == game.id.as_str());
            let by = organisers::of_game(self.store().read(), &row.id).await?;
            let by = by.and_then(|by| game.seat_of(by));
            if let Some(by) = by.filter(|_| from && fork.kept_for(player).is_some()) {
                asked.push((fork, by));
            }
        }
        Ok(asked)
    }
}
