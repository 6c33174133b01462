//! A player's games: those waiting for the player, in order of priority, those waiting for others,
//! and those that are over.

use crate::handles::Play;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::notify::pending::{PendingAction, Waiting};
use crate::play::read_lists::Listed;
use ravenpost_log::GameId;
use ravenpost_log::table::status::{GameStatus, Status};
use ravenpost_rules::{Presentation, Viewer};
use ravenpost_store::PlayerId;
use ravenpost_store::lists::games::{self, GameRow};

/// A game of the player, or one that waits for the player.
pub struct MyGame {
    pub listed: Listed,
    /// What is waiting for the player there, in order of priority.
    pub waits: Vec<Waiting>,
    /// The player's view, or `None` if the game has not started, is over or cannot be read.
    pub seen: Option<Seen>,
}

pub struct Seen {
    pub game: Arc<Game>,
    /// The status, with the clocks as they are to be shown.
    pub status: GameStatus,
    pub presentation: Presentation,
    /// When the player's instructions answer the pending question automatically, if they do.
    pub answers_at: Option<DateTime<Utc>>,
}

/// How many finished games count as recent.
const LATELY: usize = 3;

#[derive(Default)]
pub struct MyGames {
    pub waiting: Vec<MyGame>,
    /// The other current games, most recently changed first.
    pub others: Vec<MyGame>,
    /// The latest games that are over, and the number of all of them.
    pub over: Vec<Listed>,
    pub all_over: usize,
    /// The number of held emails that the player has to confirm.
    pub held: usize,
}

impl Play<'_> {
    /// Returns a player's games, with at most `most` of those that are over.
    pub async fn my_games(
        self,
        now: DateTime<Utc>,
        player: PlayerId,
        most: usize,
    ) -> Result<MyGames, ServiceError> {
        let waits = self.notifications().pending_actions(now, player).await?;
        let rows = games::of_player(self.store().read(), player).await?;
        let ended = |row: &GameRow| matches!(row.status, Status::Over | Status::Cancelled);
        let (mut over, mut current): (Vec<_>, Vec<_>) = rows.into_iter().partition(ended);
        let mut waiting = Vec::new();
        for game in waits.places().into_iter().flatten() {
            let here = current.iter().position(|row| row.id == *game);
            let row = match here {
                Some(at) => current.remove(at),
                None => match games::get(self.store().read(), game).await {
                    Err(error) if error.passing() => return Err(error.into()),
                    // A row that cannot be read is reported to the admin elsewhere and skipped
                    // here.
                    Err(_) => continue,
                    Ok(row) => row,
                },
            };
            let of_it = waits.all().iter().filter(|wait| wait.game.as_ref() == Some(game));
            let (of_it, listed) = (of_it.cloned().collect(), self.listed(vec![row], Some(player)));
            for listed in listed.await? {
                let seen = self.seen(&listed, player).await;
                waiting.push(MyGame { waits: Vec::clone(&of_it), seen, listed });
            }
        }
        let mut others = Vec::new();
        for listed in self.listed(current, Some(player)).await? {
            let seen = self.seen(&listed, player).await;
            others.push(MyGame { waits: Vec::new(), seen, listed });
        }
        let all_over = over.len();
        over.truncate(most);
        let over = self.listed(over, Some(player)).await?;
        let held = waits.all().iter().find_map(|wait| match wait.wanted {
            PendingAction::Held(count) => Some(count),
            _ => None,
        });
        let held = held.unwrap_or(0);
        Ok(MyGames { waiting, others, over, all_over, held })
    }

    /// Returns the player's games as a flat list, starting with those that wait for the player, in
    /// order of priority.
    pub async fn games_of(
        self,
        now: DateTime<Utc>,
        player: PlayerId,
    ) -> Result<Vec<Listed>, ServiceError> {
        let waits = self.notifications().pending_actions(now, player).await?;
        let places = waits.places();
        let rows = games::of_player(self.store().read(), player).await?;
        let mut listed = self.listed(rows, Some(player)).await?;
        let place = |game: &Listed| places.iter().position(|place| *place == Some(&game.row.id));
        listed.sort_by_key(|game| {
            (place(game).unwrap_or(usize::MAX), game.row.status == Status::Over)
        });
        Ok(listed)
    }

    /// Returns a player's open and running games and the last few finished ones, so that clients
    /// that follow them see how they end.
    pub async fn current_games(self, player: PlayerId) -> Result<Vec<GameId>, ServiceError> {
        let rows = games::of_player(self.store().read(), player).await?;
        let (over, current): (Vec<_>, Vec<_>) = rows
            .into_iter()
            .partition(|row| matches!(row.status, Status::Over | Status::Cancelled));
        // The latest come first.
        let all = current.into_iter().chain(over.into_iter().take(LATELY));
        Ok(all.map(|row| row.id).collect())
    }

    /// Returns the next item that waits for the player after a game.
    pub async fn next_game(
        self,
        now: DateTime<Utc>,
        player: PlayerId,
        after: Option<&GameId>,
    ) -> Result<Option<Waiting>, ServiceError> {
        Ok(self.notifications().pending_actions(now, player).await?.after(after).cloned())
    }

    /// Returns the player's view of a running game. A game that cannot be shown is still listed.
    async fn seen(self, listed: &Listed, player: PlayerId) -> Option<Seen> {
        if listed.row.status != Status::Running || listed.damaged {
            return None;
        }
        let seen = async {
            let game = self.games().load(&listed.row.id).await?;
            let viewer = game.seat_of(player).map_or(Viewer::Spectator, Viewer::Seat);
            let (status, presentation) =
                (self.clocks().status_shown(&game), game.presentation(viewer));
            let answers_at = game.seat_of(player).and_then(|seat| game.clocks().answers_at(seat));
            Ok(Seen { game, status, presentation, answers_at })
        };
        self.games().apart(&listed.row.id, seen).await.ok()
    }
}
