//! The secrets of games' dice, from the opening to the last event.

use crate::error::StoreError;
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;

const PUT: &str = "INSERT INTO game_secret (game, secret) VALUES ($1, $2)";
const GET: &str = "SELECT secret FROM game_secret WHERE game = $1";
const FORGET: &str = "DELETE FROM game_secret WHERE game = $1";

/// Stores a game's secret.
///
/// # Errors
///
/// [`StoreError::Conflict`] if it already has one.
pub async fn put(tx: &mut Tx, game: &GameId, bytes: &[u8]) -> Result<(), StoreError> {
    sql(PUT).bind(game.as_str()).bind(bytes).run(tx).await?;
    Ok(())
}

/// Returns a game's secret.
///
/// # Errors
///
/// [`StoreError::NotFound`] after the end of the game.
pub async fn get(reader: impl Into<Reader<'_>>, game: &GameId) -> Result<Vec<u8>, StoreError> {
    sql(GET).bind(game.as_str()).row(reader).await?.get("secret")
}

/// Deletes the secret, once the last event has revealed it.
pub async fn forget(tx: &mut Tx, game: &GameId) -> Result<(), StoreError> {
    sql(FORGET).bind(game.as_str()).run(tx).await?;
    Ok(())
}
