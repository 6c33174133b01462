//! Forks of a game: those a player may see, and those to which the player was invited.

use crate::handles::Members;
use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use ravenpost_rules::Seat;
use ravenpost_store::PlayerId;
use ravenpost_store::lists::forks::{self, Eyes};
use ravenpost_store::lists::games::GameRow;
use ravenpost_store::people::organisers;
use ravenpost_store::talk::blocks;

/// How long a fork stays in the pending list of the players it was opened for.
const WAITS: Duration = Duration::days(14);

impl Members<'_> {
    /// The forks of a game that a player may see, newest first: the player's own and those to which
    /// the table was invited.
    pub(crate) async fn forks_of(
        self,
        game: &Game,
        player: Option<PlayerId>,
    ) -> Result<Vec<GameRow>, ServiceError> {
        let Some(player) = player else { return Ok(Vec::new()) };
        let eyes = Eyes { player, sits: game.seat_of(player).is_some() };
        Ok(forks::of_game(self.store().read(), &game.id, eyes).await?)
    }

    /// Forks to which the player was invited and has not joined yet, except by players whom the
    /// player has blocked.
    pub async fn fork_invitations(
        self,
        now: DateTime<Utc>,
        player: PlayerId,
    ) -> Result<Vec<GameRow>, ServiceError> {
        let reader = self.store().read();
        let mut asked = forks::reserved_for(reader, player, now - WAITS).await?;
        let blocked = blocks::of_player(reader, player).await?;
        if !blocked.is_empty() {
            let mut welcome = Vec::new();
            for row in asked {
                let by = organisers::of_game(reader, &row.id).await?;
                if !blocked.iter().any(|blocked| Some(blocked.player) == by) {
                    welcome.push(row);
                }
            }
            asked = welcome;
        }
        Ok(asked)
    }

    /// The forks of one game to which the player was invited, each with the inviter's seat.
    pub(crate) async fn fork_invitations_from(
        self,
        now: DateTime<Utc>,
        game: &Game,
        player: PlayerId,
    ) -> Result<Vec<(Arc<Game>, Seat)>, ServiceError> {
        let mut asked = Vec::new();
        for row in self.fork_invitations(now, player).await? {
            let fork = self.games().load(&row.id).await?;
            let from = fork.status.fork.as_ref().is_some_and(|from| from.game == game.id.as_str());
            let by = organisers::of_game(self.store().read(), &row.id).await?;
            let by = by.and_then(|by| game.seat_of(by));
            if let Some(by) = by.filter(|_| from && fork.seats().reserved_for(player).is_some()) {
                asked.push((fork, by));
            }
        }
        Ok(asked)
    }
}
