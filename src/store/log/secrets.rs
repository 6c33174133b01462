//! What a game's dice hang on, from the opening of the table to its last event.

use sqlx::{Row, SqliteConnection, SqliteExecutor};

use crate::store::{GameId, StoreError};

const PUT: &str = "INSERT INTO secret (game, bytes) VALUES (?, ?)";
const GET: &str = "SELECT bytes FROM secret WHERE game = ?";
const FORGET: &str = "DELETE FROM secret WHERE game = ?";

/// Keeps a game's secret. `Conflict` when it has one.
pub async fn put(
    conn: &mut SqliteConnection,
    game: &GameId,
    bytes: &[u8],
) -> Result<(), StoreError> {
    sqlx::query(PUT).bind(game.as_str()).bind(bytes).execute(conn).await?;
    Ok(())
}

/// A game's secret; `NotFound` after the end.
pub async fn get(reader: impl SqliteExecutor<'_>, game: &GameId) -> Result<Vec<u8>, StoreError> {
    Ok(sqlx::query(GET).bind(game.as_str()).fetch_one(reader).await?.try_get(0)?)
}

/// Drops the secret, once the last event has told it.
pub async fn forget(conn: &mut SqliteConnection, game: &GameId) -> Result<(), StoreError> {
    sqlx::query(FORGET).bind(game.as_str()).execute(conn).await?;
    Ok(())
}
