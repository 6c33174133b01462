//! Orders that were answered, by the name the asker gave them: a form's token, a reply's
//! Message-ID, a caller's key. Kept for ever, so that the same order twice is one event.

use chrono::{DateTime, Utc};
use sqlx::{Row, SqliteConnection, SqliteExecutor};

use super::column::{Columns, int, ms};
use super::{GameId, Seq, StoreError, token_hash};

/// What was answered the first time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered {
    pub game: GameId,
    /// The game's last event when the answer was given.
    pub seq: Seq,
    /// The answer, as the service wrote it.
    pub answer: String,
    pub at: DateTime<Utc>,
}

const PUT: &str = "INSERT INTO answered (key, game, seq, answer, at) VALUES (?, ?, ?, ?, ?)";
const FIND: &str = "SELECT game, seq, answer, at FROM answered WHERE key = ?";

/// Only a hash is kept: keys may be long, and Message-IDs may name people.
fn short(key: &str) -> Vec<u8> {
    token_hash(key)[..16].to_vec()
}

/// Keeps an answer. `Conflict` when the key was answered before.
pub async fn put(
    conn: &mut SqliteConnection,
    key: &str,
    answered: &Answered,
) -> Result<(), StoreError> {
    sqlx::query(PUT)
        .bind(short(key))
        .bind(answered.game.as_str())
        .bind(int(answered.seq))
        .bind(answered.answer.as_str())
        .bind(ms(answered.at))
        .execute(conn)
        .await?;
    Ok(())
}

/// The answer given to that key, if it was ever used.
pub async fn find(
    reader: impl SqliteExecutor<'_>,
    key: &str,
) -> Result<Option<Answered>, StoreError> {
    let Some(row) = sqlx::query(FIND).bind(short(key)).fetch_optional(reader).await? else {
        return Ok(None);
    };
    let (game, seq, at) = (row.game(0)?, row.count(1)?, row.time(3)?);
    Ok(Some(Answered { game, seq, answer: row.try_get(2)?, at }))
}
