//! The organisers of tables.

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;

const PUT: &str = "INSERT INTO organiser (game, player) VALUES ($1, $2) \
    ON CONFLICT (game) DO UPDATE SET player = excluded.player";

const RESIGN: &str = "DELETE FROM organiser WHERE player = $1 RETURNING game";

const OF_GAME: &str = "SELECT player FROM organiser WHERE game = $1";

/// Makes a player the organiser of a game.
pub async fn put(tx: &mut Tx, game: &GameId, player: PlayerId) -> Result<(), StoreError> {
    sql(PUT).bind(game.as_str()).bind(player.0).run(tx).await?;
    Ok(())
}

/// Removes a player as the organiser of all games, and returns those games.
pub async fn resign(tx: &mut Tx, player: PlayerId) -> Result<Vec<GameId>, StoreError> {
    let rows = sql(RESIGN).bind(player.0).rows(tx).await?;
    rows.iter().map(|row| row.game("game")).collect()
}

/// Returns the organiser of a game; `None` if the service itself opened it or that person's account
/// was blocked or deleted.
pub async fn of_game(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
) -> Result<Option<PlayerId>, StoreError> {
    let row = sql(OF_GAME).bind(game.as_str()).row_if(reader).await?;
    Ok(row.map(|row| row.player_if("player")).transpose()?.flatten())
}
