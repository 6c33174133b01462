//! Who is signed in, by the hash of the token in the browser's cookie. Reading a session changes
//! nothing; a session that was used by an order is touched.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row, SqliteConnection, SqliteExecutor};

use crate::store::column::{Columns, ms, span};
use crate::store::players::Player;
use crate::store::{PlayerId, StoreError, TokenHash};

/// One browser that is signed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    pub token_hash: TokenHash,
    pub player: PlayerId,
    pub created_at: DateTime<Utc>,
    pub seen_at: DateTime<Utc>,
    /// When it ends, however much it is used.
    pub expires_at: DateTime<Utc>,
    /// What the browser calls itself.
    pub agent: String,
}

impl<'r> FromRow<'r, SqliteRow> for Session {
    fn from_row(row: &'r SqliteRow) -> Result<Session, sqlx::Error> {
        Ok(Session {
            token_hash: row.hash("token_hash")?,
            player: row.player("player")?,
            created_at: row.time("created_at")?,
            seen_at: row.time("seen_at")?,
            expires_at: row.time("expires_at")?,
            agent: row.try_get("agent")?,
        })
    }
}

const ADD: &str = "INSERT INTO session \
    (token_hash, player, created_at, seen_at, expires_at, agent) VALUES (?, ?, ?, ?, ?, ?)";
const FIND: &str = "SELECT session.seen_at, session.expires_at, player.* FROM session \
    JOIN player ON player.id = session.player WHERE session.token_hash = $1";
const TOUCH: &str = "UPDATE session SET seen_at = max(seen_at, ?) WHERE token_hash = ?";
const OF_PLAYER: &str = "SELECT * FROM session WHERE player = ? AND expires_at > ? \
    ORDER BY seen_at DESC, token_hash";
const END: &str = "DELETE FROM session WHERE player = ? AND token_hash = ?";
const END_ALL: &str = "DELETE FROM session WHERE player = ?1 AND token_hash IS NOT ?2";
const SWEEP: &str = "DELETE FROM session WHERE expires_at <= ?1 OR seen_at <= ?1 - ?2";

/// Signs a browser in.
pub async fn add(conn: &mut SqliteConnection, session: &Session) -> Result<(), StoreError> {
    sqlx::query(ADD)
        .bind(session.token_hash.as_slice())
        .bind(session.player.0)
        .bind(ms(session.created_at))
        .bind(ms(session.seen_at))
        .bind(ms(session.expires_at))
        .bind(session.agent.as_str())
        .execute(conn)
        .await?;
    Ok(())
}

/// Who is signed in by a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InUse {
    pub player: Player,
    pub seen_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

impl InUse {
    /// Whether it still lets anybody in: it has not ended, nor lain idle for too long.
    pub fn good(&self, now: DateTime<Utc>, idle: TimeDelta) -> bool {
        self.expires_at > now && self.seen_at > now - idle
    }
}

/// The session of that token and whose it is, good or not.
pub async fn find(
    reader: impl SqliteExecutor<'_>,
    token: &TokenHash,
) -> Result<Option<InUse>, StoreError> {
    let row = sqlx::query(FIND).bind(token.as_slice()).fetch_optional(reader).await?;
    let Some(row) = row else { return Ok(None) };
    let (seen_at, expires_at) = (row.time("seen_at")?, row.time("expires_at")?);
    Ok(Some(InUse { player: Player::from_row(&row)?, seen_at, expires_at }))
}

/// Notes that a session was used.
pub async fn touch(
    conn: &mut SqliteConnection,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query(TOUCH).bind(ms(now)).bind(token.as_slice()).execute(conn).await?;
    Ok(())
}

/// A player's sessions, the last used first.
pub async fn of_player(
    reader: impl SqliteExecutor<'_>,
    player: PlayerId,
    now: DateTime<Utc>,
) -> Result<Vec<Session>, StoreError> {
    Ok(sqlx::query_as(OF_PLAYER).bind(player.0).bind(ms(now)).fetch_all(reader).await?)
}

/// Ends one of a player's sessions. Nobody ends another's.
pub async fn end(
    conn: &mut SqliteConnection,
    player: PlayerId,
    token: &TokenHash,
) -> Result<(), StoreError> {
    sqlx::query(END).bind(player.0).bind(token.as_slice()).execute(conn).await?;
    Ok(())
}

/// Ends all of a player's sessions, but for one, if one is to stay. Tells how many.
pub async fn end_all(
    conn: &mut SqliteConnection,
    player: PlayerId,
    but: Option<&TokenHash>,
) -> Result<u64, StoreError> {
    let query = sqlx::query(END_ALL).bind(player.0).bind(but.map(TokenHash::as_slice));
    Ok(query.execute(conn).await?.rows_affected())
}

/// Forgets the sessions that have ended.
pub async fn sweep(
    conn: &mut SqliteConnection,
    now: DateTime<Utc>,
    idle: TimeDelta,
) -> Result<u64, StoreError> {
    let done = sqlx::query(SWEEP).bind(ms(now)).bind(span(idle)).execute(conn).await?;
    Ok(done.rows_affected())
}
