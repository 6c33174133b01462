//! Signed-in browsers, identified by the hash of the cookie's token. Reading a session changes
//! nothing; its last use is updated by requests that change something, and stored later for others.

use chrono::{DateTime, TimeDelta, Utc};

use crate::error::StoreError;
use crate::ids::{PlayerId, TokenHash};
use crate::lists::settings::Key;
use crate::people::admins;
use crate::people::players::Player;
use crate::sql::column::{FromRow, Row, ms, span};
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;

/// A signed-in browser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    pub token_hash: TokenHash,
    pub player: PlayerId,
    pub created_at: DateTime<Utc>,
    pub seen_at: DateTime<Utc>,
    /// When it ends, regardless of use.
    pub expires_at: DateTime<Utc>,
    /// The user agent.
    pub agent: String,
}

impl FromRow for Session {
    fn from_row(row: &Row) -> Result<Session, StoreError> {
        Ok(Session {
            token_hash: row.hash("token_hash")?,
            player: row.player("player")?,
            created_at: row.time("created_at")?,
            seen_at: row.time("last_seen_at")?,
            expires_at: row.time("expires_at")?,
            agent: row.get("user_agent")?,
        })
    }
}

/// When a player was last here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastSeen {
    pub player: PlayerId,
    pub seen_at: DateTime<Utc>,
    /// What the player shows to others as JSON, interpreted by the service.
    pub profile: String,
}

impl FromRow for LastSeen {
    fn from_row(row: &Row) -> Result<LastSeen, StoreError> {
        Ok(LastSeen {
            player: row.player("player")?,
            seen_at: row.time("seen_at")?,
            profile: row.get("profile")?,
        })
    }
}

const ADD: &str = "INSERT INTO session \
    (token_hash, player, created_at, last_seen_at, expires_at, user_agent) \
    VALUES ($1, $2, $3, $4, $5, $6)";
const FIND: &str = "SELECT session.last_seen_at, session.expires_at, player.*, \
    (SELECT value FROM setting WHERE key = $2) AS admins FROM session \
    JOIN player ON player.id = session.player WHERE session.token_hash = $1";
const TOUCH: &str =
    "UPDATE session SET last_seen_at = $1 WHERE token_hash = $2 AND last_seen_at < $1";
const OF_PLAYER: &str = "SELECT * FROM session WHERE player = $1 AND expires_at > $2 \
    ORDER BY last_seen_at DESC, token_hash";
const AT_TABLE: &str = "SELECT session.player, player.profile, \
    max(session.last_seen_at) AS seen_at FROM session \
    JOIN player ON player.id = session.player AND player.blocked_at IS NULL \
    WHERE session.player IN (SELECT player FROM seat_holder WHERE game = $1) \
    AND session.player NOT IN (SELECT player FROM player_block WHERE blocked_player = $2) \
    GROUP BY session.player, player.profile ORDER BY session.player";
const END: &str = "DELETE FROM session WHERE player = $1 AND token_hash = $2";
const END_ALL: &str = "DELETE FROM session WHERE player = $1 AND token_hash IS DISTINCT FROM $2";
const SWEEP: &str = "DELETE FROM session WHERE expires_at <= $1 OR last_seen_at <= $1 - $2";

/// Stores a new session.
pub async fn add(tx: &mut Tx, session: &Session) -> Result<(), StoreError> {
    sql(ADD)
        .bind(session.token_hash.as_slice())
        .bind(session.player.0)
        .bind(ms(session.created_at))
        .bind(ms(session.seen_at))
        .bind(ms(session.expires_at))
        .bind(session.agent.as_str())
        .run(tx)
        .await?;
    Ok(())
}

/// The player signed in by a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InUse {
    pub player: Player,
    pub admin: bool,
    pub seen_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

impl InUse {
    /// Returns whether it is still valid: neither expired nor idle for too long.
    pub fn good(&self, now: DateTime<Utc>, idle: TimeDelta) -> bool {
        self.expires_at > now && self.seen_at > now - idle
    }
}

/// Returns the session of that token and its player, valid or not.
pub async fn find(
    reader: impl Into<Reader<'_>>,
    token: &TokenHash,
) -> Result<Option<InUse>, StoreError> {
    let row = sql(FIND).bind(token.as_slice()).bind(Key::Admin.word()).row_if(reader).await?;
    let Some(row) = row else { return Ok(None) };
    let (seen_at, expires_at) = (row.time("last_seen_at")?, row.time("expires_at")?);
    let player = Player::from_row(&row)?;
    let stored: Option<String> = row.get("admins")?;
    let admin = admins::read(stored.as_deref().unwrap_or_default()).contains(&player.id);
    Ok(Some(InUse { player, admin, seen_at, expires_at }))
}

/// Records that a session was used.
pub async fn touch(tx: &mut Tx, token: &TokenHash, now: DateTime<Utc>) -> Result<(), StoreError> {
    sql(TOUCH).bind(ms(now)).bind(token.as_slice()).run(tx).await?;
    Ok(())
}

/// Returns a player's sessions, most recently used first.
pub async fn of_player(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
    now: DateTime<Utc>,
) -> Result<Vec<Session>, StoreError> {
    sql(OF_PLAYER).bind(player.0).bind(ms(now)).all(reader).await
}

/// Returns when the players of a game were last here, without those who have blocked the viewer.
pub async fn at_table(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    viewer: PlayerId,
) -> Result<Vec<LastSeen>, StoreError> {
    sql(AT_TABLE).bind(game.as_str()).bind(viewer.0).readable(reader).await
}

/// Ends one of a player's own sessions.
pub async fn end(tx: &mut Tx, player: PlayerId, token: &TokenHash) -> Result<(), StoreError> {
    sql(END).bind(player.0).bind(token.as_slice()).run(tx).await?;
    Ok(())
}

/// Ends all of a player's sessions except `but`, and returns how many.
pub async fn end_all(
    tx: &mut Tx,
    player: PlayerId,
    but: Option<&TokenHash>,
) -> Result<u64, StoreError> {
    let query = sql(END_ALL).bind(player.0).bind(but.map(TokenHash::as_slice));
    query.run(tx).await
}

/// Deletes sessions that have ended.
pub async fn sweep(tx: &mut Tx, now: DateTime<Utc>, idle: TimeDelta) -> Result<u64, StoreError> {
    sql(SWEEP).bind(ms(now)).bind(span(idle)).run(tx).await
}
