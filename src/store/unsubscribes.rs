//! What the links at the foot of letters stop. A link works for ever and more than once.

use chrono::{DateTime, Utc};
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row, SqliteConnection, SqliteExecutor};

use super::column::{Columns, ms};
use super::{GameId, PlayerId, StoreError, TokenHash};

/// What one link stops: letters of a kind, or all; about one game, or all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsubscribe {
    pub token_hash: TokenHash,
    pub player: PlayerId,
    pub kind: Option<String>,
    pub game: Option<GameId>,
    pub created_at: DateTime<Utc>,
}

impl<'r> FromRow<'r, SqliteRow> for Unsubscribe {
    fn from_row(row: &'r SqliteRow) -> Result<Unsubscribe, sqlx::Error> {
        Ok(Unsubscribe {
            token_hash: row.hash("token_hash")?,
            player: row.player("player")?,
            kind: row.try_get("kind")?,
            game: row.game_if("game")?,
            created_at: row.time("created_at")?,
        })
    }
}

const ADD: &str = "INSERT INTO unsubscribe (token_hash, player, kind, game, created_at) \
    VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
const FIND: &str = "SELECT * FROM unsubscribe WHERE token_hash = ?";

/// Keeps a link. One that is there already stays.
pub async fn add(conn: &mut SqliteConnection, new: &Unsubscribe) -> Result<(), StoreError> {
    sqlx::query(ADD)
        .bind(new.token_hash.as_slice())
        .bind(new.player.0)
        .bind(new.kind.as_deref())
        .bind(new.game.as_ref().map(GameId::as_str))
        .bind(ms(new.created_at))
        .execute(conn)
        .await?;
    Ok(())
}

/// What a link stops.
pub async fn find(
    reader: impl SqliteExecutor<'_>,
    token: &TokenHash,
) -> Result<Option<Unsubscribe>, StoreError> {
    Ok(sqlx::query_as(FIND).bind(token.as_slice()).fetch_optional(reader).await?)
}
