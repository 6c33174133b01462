//! Reading the log. Decisions append to it (`commit.rs`), and nothing is ever changed.

use crate::error::StoreError;
use crate::packed;
use crate::sql::column::int;
use crate::sql::unreadable_rows::all_readable;
use crate::sql::{Reader, sql};
use ravenpost_log::{GameId, Hash, Head, StoredEvent};
use ravenpost_rules::numbers::Seq;

const HEAD: &str = "SELECT seq, hash FROM event WHERE game = $1 ORDER BY seq DESC LIMIT 1";

const GAMES: &str = "SELECT game FROM event WHERE game > $1 GROUP BY game ORDER BY game LIMIT $2";

const LAST: &str = "SELECT coalesce(max(position), 0) AS last FROM event";

/// Returns the head of a game, which is the genesis if there are no events.
pub async fn head(reader: impl Into<Reader<'_>>, game: &GameId) -> Result<Head, StoreError> {
    let row = sql(HEAD).bind(game.as_str()).row_if(reader).await?;
    match row {
        Some(row) => Ok(Head { seq: row.seq("seq")?, hash: Hash(row.hash("hash")?) }),
        None => Ok(Head::genesis(game)),
    }
}

/// Returns all events of a game, in order; empty if there is no such game.
pub async fn history(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
) -> Result<Vec<StoredEvent>, StoreError> {
    history_range(reader, game, Seq::NONE, Seq::MAX).await
}

/// Returns a game's events after the one numbered `after`, in order.
pub async fn since(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    after: Seq,
) -> Result<Vec<StoredEvent>, StoreError> {
    history_range(reader, game, after, Seq::MAX).await
}

/// Returns a game's events after `after` up to and including `up_to`, in order.
pub async fn history_range(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    after: Seq,
    up_to: Seq,
) -> Result<Vec<StoredEvent>, StoreError> {
    packed::of_game(reader, game, int(after), int(up_to)).await?.events()
}

/// Reads one event of a game by its number.
///
/// # Errors
///
/// [`StoreError::NotFound`] if there is none.
pub async fn one(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    seq: Seq,
) -> Result<StoredEvent, StoreError> {
    let found = history_range(reader, game, seq.before(), seq).await?;
    found.into_iter().next().ok_or(StoreError::NotFound)
}

/// Returns events of all games in storage order, at most `limit`. Call it again with the last
/// position until it returns none.
pub async fn after_position(
    reader: impl Into<Reader<'_>>,
    position: u64,
    limit: u32,
) -> Result<Vec<StoredEvent>, StoreError> {
    packed::of_all(reader, int(position), limit).await?.events()
}

/// Returns the ids of games in the log, ordered and starting after `after`, at most `limit`.
pub async fn games(
    reader: impl Into<Reader<'_>>,
    after: Option<&GameId>,
    limit: u32,
) -> Result<Vec<GameId>, StoreError> {
    let query = sql(GAMES).bind(after.map_or("", GameId::as_str)).bind(limit);
    all_readable(&query.rows(reader).await?, |row| row.game("game"))
}

/// Returns the position of the last event; 0 for an empty log.
pub async fn last_position(reader: impl Into<Reader<'_>>) -> Result<u64, StoreError> {
    sql(LAST).row(reader).await?.count("last")
}
