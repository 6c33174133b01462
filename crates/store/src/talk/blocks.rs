//! Players who blocked other players, at all tables. Blocks are private.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::column::{FromRow, Row, ms};
use crate::sql::{Reader, Tx, sql};

/// A player whom someone has blocked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blocked {
    pub player: PlayerId,
    /// The current name.
    pub name: String,
    pub since: DateTime<Utc>,
}

impl FromRow for Blocked {
    fn from_row(row: &Row) -> Result<Blocked, StoreError> {
        Ok(Blocked {
            player: row.player("blocked_player")?,
            name: row.get("name")?,
            since: row.time("created_at")?,
        })
    }
}

const SET: &str = "INSERT INTO player_block (player, blocked_player, created_at) \
    VALUES ($1, $2, $3) ON CONFLICT (player, blocked_player) DO NOTHING";
const END: &str = "DELETE FROM player_block WHERE player = $1 AND blocked_player = $2";
const OF_PLAYER: &str = "SELECT player_block.blocked_player, player_block.created_at, player.name \
    FROM player_block JOIN player ON player.id = player_block.blocked_player \
    WHERE player_block.player = $1 ORDER BY player.name, player.id";
const AGAINST: &str = "SELECT player FROM player_block WHERE blocked_player = $1";
const HAS: &str = "SELECT count(*) AS n FROM player_block \
    WHERE player = $1 AND blocked_player = $2";

/// Blocks `blocked` for `player`.
pub async fn set(
    tx: &mut Tx,
    player: PlayerId,
    blocked: PlayerId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sql(SET).bind(player.0).bind(blocked.0).bind(ms(now)).run(tx).await?;
    Ok(())
}

/// Unblocks `blocked` for `player`.
pub async fn end(tx: &mut Tx, player: PlayerId, blocked: PlayerId) -> Result<(), StoreError> {
    sql(END).bind(player.0).bind(blocked.0).run(tx).await?;
    Ok(())
}

/// Returns whom a player has blocked, by name.
pub async fn of_player(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
) -> Result<Vec<Blocked>, StoreError> {
    sql(OF_PLAYER).bind(player.0).all(reader).await
}

/// Returns who has blocked a player.
pub async fn against(
    reader: impl Into<Reader<'_>>,
    blocked: PlayerId,
) -> Result<Vec<PlayerId>, StoreError> {
    let rows = sql(AGAINST).bind(blocked.0).rows(reader).await?;
    rows.iter().map(|row| row.player("player")).collect()
}

/// Returns whether `player` has blocked `other`.
pub async fn has(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
    other: PlayerId,
) -> Result<bool, StoreError> {
    Ok(sql(HAS).bind(player.0).bind(other.0).row(reader).await?.count("n")? > 0)
}
