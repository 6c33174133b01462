//! One row a game, derived from its events: what lists and the front page need.

use chrono::{DateTime, Utc};
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row, SqliteConnection, SqliteExecutor};

use crate::store::column::{Columns, int, ms};
use crate::store::{GameId, Hash, PlayerId, Seq, StoreError};

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Status {
    /// Seats are being taken.
    Open,
    Running,
    Over,
    Cancelled,
}

impl Status {
    pub fn word(self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Running => "running",
            Status::Over => "over",
            Status::Cancelled => "cancelled",
        }
    }

    pub fn from_word(word: &str) -> Option<Status> {
        [Status::Open, Status::Running, Status::Over, Status::Cancelled]
            .into_iter()
            .find(|status| status.word() == word)
    }
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    pub id: GameId,
    /// The title's key.
    pub title: String,
    pub name: String,
    pub status: Status,
    pub seats: u8,
    pub opened_at: DateTime<Utc>,
    pub changed_at: DateTime<Utc>,
    /// The number of its last event.
    pub version: Seq,
    /// The hash of its last event.
    pub head: Hash,
    pub public: bool,
}

impl<'r> FromRow<'r, SqliteRow> for GameRow {
    fn from_row(row: &'r SqliteRow) -> Result<GameRow, sqlx::Error> {
        let status: &str = row.try_get("status")?;
        let status = Status::from_word(status)
            .ok_or_else(|| sqlx::Error::Decode("no status of a game".into()))?;
        Ok(GameRow {
            id: row.game("id")?,
            title: row.try_get("title")?,
            name: row.try_get("name")?,
            status,
            seats: row.try_get("seats")?,
            opened_at: row.time("opened_at")?,
            changed_at: row.time("changed_at")?,
            version: row.count("version")?,
            head: Hash(row.hash("head")?),
            public: row.try_get("public")?,
        })
    }
}

const PUT: &str = "INSERT INTO game (id, title, name, status, seats, opened_at, changed_at, \
    version, head, public, summary) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '') \
    ON CONFLICT (id) DO UPDATE SET title = excluded.title, name = excluded.name, \
    status = excluded.status, seats = excluded.seats, opened_at = excluded.opened_at, \
    changed_at = excluded.changed_at, version = excluded.version, head = excluded.head, \
    public = excluded.public";

const GET: &str = "SELECT * FROM game WHERE id = ?";

const LIST: &str = "SELECT * FROM game WHERE status = ?1 AND (public = 1 OR ?2 = 0) \
    ORDER BY changed_at DESC, id LIMIT ?3 OFFSET ?4";

const OF_PLAYER: &str = "SELECT * FROM game \
    WHERE id IN (SELECT game FROM holder WHERE player = ?) ORDER BY changed_at DESC, id";

const COUNT: &str = "SELECT count(*) FROM game WHERE status = ?";

/// Writes a game's row, new or changed.
pub async fn put(conn: &mut SqliteConnection, game: &GameRow) -> Result<(), StoreError> {
    sqlx::query(PUT)
        .bind(game.id.as_str())
        .bind(game.title.as_str())
        .bind(game.name.as_str())
        .bind(game.status.word())
        .bind(game.seats)
        .bind(ms(game.opened_at))
        .bind(ms(game.changed_at))
        .bind(int(game.version))
        .bind(game.head.0.as_slice())
        .bind(game.public)
        .execute(conn)
        .await?;
    Ok(())
}

/// One game's row.
pub async fn get(reader: impl SqliteExecutor<'_>, id: &GameId) -> Result<GameRow, StoreError> {
    Ok(sqlx::query_as(GET).bind(id.as_str()).fetch_one(reader).await?)
}

/// A part of a list.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub limit: u32,
    pub skip: u32,
}

/// Games with that status, the last changed first; only the public ones, or all.
pub async fn list(
    reader: impl SqliteExecutor<'_>,
    status: Status,
    only_public: bool,
    part: Part,
) -> Result<Vec<GameRow>, StoreError> {
    let query = sqlx::query_as(LIST).bind(status.word()).bind(only_public);
    Ok(query.bind(part.limit).bind(part.skip).fetch_all(reader).await?)
}

/// The games in which a player holds a seat, the last changed first.
pub async fn of_player(
    reader: impl SqliteExecutor<'_>,
    player: PlayerId,
) -> Result<Vec<GameRow>, StoreError> {
    Ok(sqlx::query_as(OF_PLAYER).bind(player.0).fetch_all(reader).await?)
}

/// How many games have that status.
pub async fn count(reader: impl SqliteExecutor<'_>, status: Status) -> Result<u64, StoreError> {
    Ok(sqlx::query(COUNT).bind(status.word()).fetch_one(reader).await?.count(0)?)
}
