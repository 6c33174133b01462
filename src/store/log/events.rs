//! The log: appended to, read, never changed. No event is made sense of in here.

use chrono::{DateTime, Utc};
use sqlx::SqliteExecutor;

use crate::rules::Seat;
use crate::store::chain::{Hash, Head, Link};
use crate::store::column::{Columns, int, ms};
use crate::store::{GameId, Seq, StoreError, packed};

/// An event about to be stored. `act`, `facts` and `draws` are JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEvent {
    pub at: DateTime<Utc>,
    /// The act's name, for looking things up.
    pub kind: String,
    pub seat: Option<Seat>,
    pub act: String,
    pub facts: String,
    pub draws: String,
}

impl NewEvent {
    /// The event as it will be stored after that head. Its position is known only then.
    pub fn stored(self, game: &GameId, head: Head) -> StoredEvent {
        let next = head.after(game, &self);
        StoredEvent {
            position: 0,
            game: game.clone(),
            seq: next.seq,
            at: self.at,
            kind: self.kind,
            seat: self.seat,
            act: self.act,
            facts: self.facts,
            draws: self.draws,
            hash: next.hash,
        }
    }
}

/// An event as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEvent {
    /// Its place among the events of all games, without gaps.
    pub position: u64,
    pub game: GameId,
    pub seq: Seq,
    pub at: DateTime<Utc>,
    pub kind: String,
    pub seat: Option<Seat>,
    pub act: String,
    pub facts: String,
    pub draws: String,
    pub hash: Hash,
}

impl StoredEvent {
    pub(in crate::store) fn link(&self) -> Link<'_> {
        Link {
            game: self.game.as_str().as_bytes(),
            seq: self.seq,
            at: ms(self.at),
            kind: self.kind.as_bytes(),
            seat: self.seat.map(|seat| seat.0),
            act: self.act.as_bytes(),
            facts: self.facts.as_bytes(),
            draws: self.draws.as_bytes(),
        }
    }
}

const HEAD: &str = "SELECT seq, hash FROM event WHERE game = ? ORDER BY seq DESC LIMIT 1";

const GAMES: &str = "SELECT game FROM event WHERE game > ? GROUP BY game ORDER BY game LIMIT ?";

const LAST: &str = "SELECT coalesce(max(position), 0) FROM event";

/// How far a game has come. A game without events is at its genesis.
pub async fn head(reader: impl SqliteExecutor<'_>, game: &GameId) -> Result<Head, StoreError> {
    let row = sqlx::query(HEAD).bind(game.as_str()).fetch_optional(reader).await?;
    match row {
        Some(row) => Ok(Head { seq: row.count(0)?, hash: Hash(row.hash(1)?) }),
        None => Ok(Head::genesis(game)),
    }
}

/// A game's events, in order. Empty when there is no such game.
pub async fn history(
    reader: impl SqliteExecutor<'_>,
    game: &GameId,
) -> Result<Vec<StoredEvent>, StoreError> {
    history_range(reader, game, 0, Seq::MAX).await
}

/// A game's events after the one numbered `after`, in order.
pub async fn since(
    reader: impl SqliteExecutor<'_>,
    game: &GameId,
    after: Seq,
) -> Result<Vec<StoredEvent>, StoreError> {
    history_range(reader, game, after, Seq::MAX).await
}

/// A game's events after `after`, up to and with `upto`, in order.
pub async fn history_range(
    reader: impl SqliteExecutor<'_>,
    game: &GameId,
    after: Seq,
    upto: Seq,
) -> Result<Vec<StoredEvent>, StoreError> {
    packed::of_game(reader, game, int(after), int(upto)).await?.events()
}

/// One event.
pub async fn one(
    reader: impl SqliteExecutor<'_>,
    game: &GameId,
    seq: Seq,
) -> Result<StoredEvent, StoreError> {
    let found = history_range(reader, game, seq.saturating_sub(1), seq).await?;
    found.into_iter().next().ok_or(StoreError::NotFound)
}

/// Events of all games in the order in which they were stored, at most `limit` of them. Ask again
/// with the last one's position until none come.
pub async fn after_position(
    reader: impl SqliteExecutor<'_>,
    position: u64,
    limit: u32,
) -> Result<Vec<StoredEvent>, StoreError> {
    packed::of_all(reader, int(position), limit).await?.events()
}

/// The ids of all games in the log, in order, at most `limit` of those that follow `after`.
pub async fn games(
    reader: impl SqliteExecutor<'_>,
    after: Option<&GameId>,
    limit: u32,
) -> Result<Vec<GameId>, StoreError> {
    let query = sqlx::query(GAMES).bind(after.map_or("", GameId::as_str)).bind(limit);
    let rows = query.fetch_all(reader).await?;
    rows.iter().map(|row| Ok(row.game(0)?)).collect()
}

/// The position of the last event of all, which is also their number. Zero for an empty log.
pub async fn last_position(reader: impl SqliteExecutor<'_>) -> Result<u64, StoreError> {
    Ok(sqlx::query(LAST).fetch_one(reader).await?.count(0)?)
}
