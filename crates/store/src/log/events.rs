//! The log as it is read. What is added to it is a decision's (`commit.rs`); nothing is changed.

use crate::error::StoreError;
use crate::packed;
use crate::sql::column::int;
use crate::sql::passed_over::all_readable;
use crate::sql::{Reader, sql};
use ravenpost_log::{GameId, Hash, Head, StoredEvent};
use ravenpost_rules::numbers::Seq;

const HEAD: &str = "SELECT seq, hash FROM event WHERE game = $1 ORDER BY seq DESC LIMIT 1";

const GAMES: &str = "SELECT game FROM event WHERE game > $1 GROUP BY game ORDER BY game LIMIT $2";

const LAST: &str = "SELECT coalesce(max(position), 0) FROM event";

/// How far a game has come. A game without events is at its genesis.
pub async fn head(reader: impl Into<Reader<'_>>, game: &GameId) -> Result<Head, StoreError> {
    let row = sql(HEAD).bind(game.as_str()).row_if(reader).await?;
    match row {
        Some(row) => Ok(Head { seq: row.seq(0)?, hash: Hash(row.hash(1)?) }),
        None => Ok(Head::genesis(game)),
    }
}

/// A game's events, in order. Empty when there is no such game.
pub async fn history(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
) -> Result<Vec<StoredEvent>, StoreError> {
    history_range(reader, game, Seq::NONE, Seq::MAX).await
}

/// A game's events after the one numbered `after`, in order.
pub async fn since(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    after: Seq,
) -> Result<Vec<StoredEvent>, StoreError> {
    history_range(reader, game, after, Seq::MAX).await
}

/// A game's events after `after`, up to and with `upto`, in order.
pub async fn history_range(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    after: Seq,
    upto: Seq,
) -> Result<Vec<StoredEvent>, StoreError> {
    packed::of_game(reader, game, int(after), int(upto)).await?.events()
}

/// Reads one event of a game by its number.
pub async fn one(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    seq: Seq,
) -> Result<StoredEvent, StoreError> {
    let found = history_range(reader, game, seq.before(), seq).await?;
    found.into_iter().next().ok_or(StoreError::NotFound)
}

/// Events of all games in the order in which they were stored, at most `limit` of them. Ask again
/// with the last one's position until none come.
pub async fn after_position(
    reader: impl Into<Reader<'_>>,
    position: u64,
    limit: u32,
) -> Result<Vec<StoredEvent>, StoreError> {
    packed::of_all(reader, int(position), limit).await?.events()
}

/// The ids of all games in the log, in order, at most `limit` of those that follow `after`.
pub async fn games(
    reader: impl Into<Reader<'_>>,
    after: Option<&GameId>,
    limit: u32,
) -> Result<Vec<GameId>, StoreError> {
    let query = sql(GAMES).bind(after.map_or("", GameId::as_str)).bind(limit);
    all_readable(&query.rows(reader).await?, |row| row.game(0))
}

/// The position of the last event of all, which is also their number. Zero for an empty log.
pub async fn last_position(reader: impl Into<Reader<'_>>) -> Result<u64, StoreError> {
    sql(LAST).row(reader).await?.count(0)
}
