//! How far somebody has read what was said at a table, and what was said since.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::column::{FromRow, Row};
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;

/// Words at a table that somebody has not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    pub game: GameId,
    pub count: u64,
    /// When the first of them was said.
    pub since: DateTime<Utc>,
}

impl FromRow for Unread {
    fn from_row(row: &Row) -> Result<Unread, StoreError> {
        Ok(Unread { game: row.game("game")?, count: row.count(1)?, since: row.time("since")? })
    }
}

const LAST: &str = "SELECT coalesce(max(id), 0) FROM message WHERE game = $1";

const MARK: &str = "INSERT INTO talk_read (player, game, upto) VALUES ($1, $2, $3) \
    ON CONFLICT (player, game) DO UPDATE SET upto = excluded.upto \
    WHERE excluded.upto > talk_read.upto";

const UPTO: &str = "SELECT upto FROM talk_read WHERE player = $1 AND game = $2";

/// The same words as those that are heard at a table: none of one's own, nor of the muted.
const UNREAD: &str = "SELECT message.game, count(*), min(message.said_at) AS since FROM message \
    JOIN game ON game.id = message.game AND game.status != 'cancelled' \
    LEFT JOIN talk_read ON talk_read.player = $1 AND talk_read.game = message.game \
    WHERE message.game IN (SELECT game FROM seat_holder WHERE player = $1) \
    AND message.id > coalesce(talk_read.upto, 0) AND message.player != $1 \
    AND (message.aloud = 1 OR EXISTS (SELECT 1 FROM message_recipient \
        WHERE message_recipient.message = message.id AND message_recipient.player = $1)) \
    AND NOT EXISTS (SELECT 1 FROM mute WHERE mute.game = message.game \
        AND mute.player = $1 AND mute.muted = message.player) \
    GROUP BY message.game ORDER BY since, message.game";

/// Notes that somebody has read all words up to that one. What was never said is not read, and a
/// mark never goes back.
pub async fn mark(
    tx: &mut Tx,
    game: &GameId,
    player: PlayerId,
    upto: i64,
) -> Result<(), StoreError> {
    let last: i64 = sql(LAST).bind(game.as_str()).row(&mut *tx).await?.get(0)?;
    sql(MARK).bind(player.0).bind(game.as_str()).bind(upto.min(last)).run(tx).await?;
    Ok(())
}

/// The last words at a table that somebody is known to have read; 0 for none.
pub async fn upto(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    player: PlayerId,
) -> Result<i64, StoreError> {
    let row = sql(UPTO).bind(player.0).bind(game.as_str()).row_if(reader).await?;
    row.map_or(Ok(0), |row| row.get(0))
}

/// The tables at which something was said to a player that the player has not read, the longest
/// waiting first.
pub async fn unread(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
) -> Result<Vec<Unread>, StoreError> {
    sql(UNREAD).bind(player.0).readable(reader).await
}
