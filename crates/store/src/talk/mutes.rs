//! Muted players, per table. Mutes are private.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::column::ms;
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;

const SET: &str = "INSERT INTO mute (game, player, muted_player, created_at) \
    VALUES ($1, $2, $3, $4) ON CONFLICT (game, player, muted_player) DO NOTHING";
const END: &str = "DELETE FROM mute WHERE game = $1 AND player = $2 AND muted_player = $3";
const OF_PLAYER: &str = "SELECT muted_player FROM mute WHERE game = $1 AND player = $2";
const AGAINST: &str = "SELECT player FROM mute WHERE game = $1 AND muted_player = $2";

/// Mutes `muted` for `player` at that table.
pub async fn set(
    tx: &mut Tx,
    game: &GameId,
    player: PlayerId,
    muted: PlayerId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sql(SET).bind(game.as_str()).bind(player.0).bind(muted.0).bind(ms(now)).run(tx).await?;
    Ok(())
}

/// Unmutes `muted` for `player`.
pub async fn end(
    tx: &mut Tx,
    game: &GameId,
    player: PlayerId,
    muted: PlayerId,
) -> Result<(), StoreError> {
    sql(END).bind(game.as_str()).bind(player.0).bind(muted.0).run(tx).await?;
    Ok(())
}

/// Returns whom a player has muted at a table.
pub async fn of_player(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    player: PlayerId,
) -> Result<Vec<PlayerId>, StoreError> {
    let rows = sql(OF_PLAYER).bind(game.as_str()).bind(player.0).rows(reader).await?;
    rows.iter().map(|row| row.player("muted_player")).collect()
}

/// Returns who has muted a player at a table.
pub async fn against(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    muted: PlayerId,
) -> Result<Vec<PlayerId>, StoreError> {
    let rows = sql(AGAINST).bind(game.as_str()).bind(muted.0).rows(reader).await?;
    rows.iter().map(|row| row.player("player")).collect()
}
