//! Unread markers: how far a player has read the messages at a table, and what is unread.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::column::{FromRow, Row};
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;

/// Unread messages at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    pub game: GameId,
    pub count: u64,
    /// When the first of them was sent.
    pub since: DateTime<Utc>,
}

impl FromRow for Unread {
    fn from_row(row: &Row) -> Result<Unread, StoreError> {
        Ok(Unread { game: row.game("game")?, count: row.count("n")?, since: row.time("since")? })
    }
}

const LAST: &str = "SELECT coalesce(max(id), 0) AS last FROM chat_message WHERE game = $1";

const MARK: &str = "INSERT INTO chat_read (player, game, last_message) VALUES ($1, $2, $3) \
    ON CONFLICT (player, game) DO UPDATE SET last_message = excluded.last_message \
    WHERE excluded.last_message > chat_read.last_message";

const LAST_MESSAGE: &str = "SELECT last_message FROM chat_read WHERE player = $1 AND game = $2";

/// The messages the player can read, except their own and those of muted or blocked
/// players.
const UNREAD: &str = "SELECT chat_message.game, count(*) AS n, \
    min(chat_message.sent_at) AS since FROM chat_message JOIN game ON game.id = chat_message.game \
    AND game.status != 'cancelled' \
    LEFT JOIN chat_read ON chat_read.player = $1 AND chat_read.game = chat_message.game \
    WHERE chat_message.game IN (SELECT game FROM seat_holder WHERE player = $1) \
    AND chat_message.id > coalesce(chat_read.last_message, 0) AND chat_message.player != $1 \
    AND (chat_message.to_table = 1 OR EXISTS (SELECT 1 FROM chat_recipient \
        WHERE chat_recipient.chat_message = chat_message.id AND chat_recipient.player = $1)) \
    AND NOT EXISTS (SELECT 1 FROM mute WHERE mute.game = chat_message.game \
        AND mute.player = $1 AND mute.muted_player = chat_message.player) \
    AND NOT EXISTS (SELECT 1 FROM player_block WHERE player_block.player = $1 \
        AND player_block.blocked_player = chat_message.player) \
    GROUP BY chat_message.game ORDER BY since, chat_message.game";

/// Marks all messages up to that one as read. The marker is limited to existing messages and never
/// moves back.
pub async fn mark(
    tx: &mut Tx,
    game: &GameId,
    player: PlayerId,
    upto: i64,
) -> Result<(), StoreError> {
    let last: i64 = sql(LAST).bind(game.as_str()).row(&mut *tx).await?.get("last")?;
    sql(MARK).bind(player.0).bind(game.as_str()).bind(upto.min(last)).run(tx).await?;
    Ok(())
}

/// Returns the last message at a table that a player has read; 0 for none.
pub async fn upto(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    player: PlayerId,
) -> Result<i64, StoreError> {
    let row = sql(LAST_MESSAGE).bind(player.0).bind(game.as_str()).row_if(reader).await?;
    row.map_or(Ok(0), |row| row.get("last_message"))
}

/// Returns the tables with unread messages for a player, longest waiting first.
pub async fn unread(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
) -> Result<Vec<Unread>, StoreError> {
    sql(UNREAD).bind(player.0).readable(reader).await
}
