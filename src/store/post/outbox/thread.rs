//! What a reader was sent before about the same seat. Letters that were dropped or given up are
//! not among it: nobody has them.

use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row, SqliteExecutor};

use super::{GameId, PlayerId, Seq, StoreError};
use crate::rules::Seat;
use crate::store::column::Columns;

/// A letter that was sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sent {
    pub message_id: String,
    pub subject: String,
    /// The event it told of.
    pub seq: Seq,
}

impl<'r> FromRow<'r, SqliteRow> for Sent {
    fn from_row(row: &'r SqliteRow) -> Result<Sent, sqlx::Error> {
        Ok(Sent {
            message_id: row.try_get("message_id")?,
            subject: row.try_get("subject")?,
            seq: row.count("seq")?,
        })
    }
}

const FIRST: &str = "SELECT message_id, coalesce(subject, '') AS subject, seq FROM outbox \
    WHERE game = ? AND seat = ? AND to_player = ? AND state = 'sent' AND seq IS NOT NULL \
    ORDER BY id LIMIT 1";
const LAST: &str = "SELECT message_id, coalesce(subject, '') AS subject, seq FROM outbox \
    WHERE game = ? AND seat = ? AND to_player = ? AND state = 'sent' AND seq IS NOT NULL \
    AND kind IN (SELECT value FROM json_each(?)) ORDER BY id DESC LIMIT 1";

/// The first letter that was sent to a player about a seat.
pub async fn first_sent(
    reader: impl SqliteExecutor<'_>,
    (game, seat, player): (&GameId, Seat, PlayerId),
) -> Result<Option<Sent>, StoreError> {
    let query = sqlx::query_as(FIRST).bind(game.as_str()).bind(seat.0).bind(player.0);
    Ok(query.fetch_optional(reader).await?)
}

/// The last one of these kinds.
pub async fn last_sent(
    reader: impl SqliteExecutor<'_>,
    (game, seat, player): (&GameId, Seat, PlayerId),
    kinds: &[&str],
) -> Result<Option<Sent>, StoreError> {
    let kinds = serde_json::Value::from(kinds.to_vec()).to_string();
    let query = sqlx::query_as(LAST).bind(game.as_str()).bind(seat.0).bind(player.0).bind(kinds);
    Ok(query.fetch_optional(reader).await?)
}
