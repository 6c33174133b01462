//! Access tokens for the API, identified by their hash. Reading one changes nothing; the day of its
//! last use is stored later, outside requests.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::{PlayerId, TokenHash};
use crate::sql::column::{FromRow, Row, ms};
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;

/// A token as stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiToken {
    pub token_hash: TokenHash,
    pub player: PlayerId,
    /// The name that the player gave it.
    pub name: String,
    /// Names of scopes, separated by spaces. Their meaning is up to the service.
    pub scopes: String,
    /// Whether a program plays with it, rather than an app that a person uses.
    pub program: bool,
    /// The only game it works for; `None` for all.
    pub game: Option<GameId>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// The day of its last use, in days since 1970.
    pub last_used_day: Option<i64>,
}

impl FromRow for ApiToken {
    fn from_row(row: &Row) -> Result<ApiToken, StoreError> {
        Ok(ApiToken {
            token_hash: row.hash("token_hash")?,
            player: row.player("player")?,
            name: row.get("name")?,
            scopes: row.get("scopes")?,
            program: row.get("program")?,
            game: row.game_if("game")?,
            created_at: row.time("created_at")?,
            expires_at: row.time("expires_at")?,
            last_used_day: row.get("last_used_day")?,
        })
    }
}

const ADD: &str = "INSERT INTO api_token \
    (token_hash, player, name, scopes, program, game, created_at, expires_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
const FIND: &str = "SELECT api_token.* FROM api_token \
    JOIN player ON player.id = api_token.player WHERE api_token.token_hash = $1 \
    AND api_token.expires_at > $2 AND player.blocked_at IS NULL";
const OF_PLAYER: &str = "SELECT * FROM api_token WHERE player = $1 AND expires_at > $2 \
    ORDER BY created_at DESC, name";
const REVOKE: &str = "DELETE FROM api_token WHERE player = $1 AND token_hash = $2";
const REVOKE_ALL: &str = "DELETE FROM api_token WHERE player = $1";
const PROGRAMS: &str = "SELECT DISTINCT player FROM api_token \
    WHERE program = 1 AND ' ' || scopes || ' ' LIKE '% play %' AND (game IS NULL OR game = $1) \
    AND player IN (SELECT player FROM seat_holder WHERE game = $1) ORDER BY player";
const USED: &str = "UPDATE api_token SET last_used_day = $1 \
    WHERE token_hash = $2 AND (last_used_day IS NULL OR last_used_day < $1)";
const SWEEP: &str = "DELETE FROM api_token WHERE expires_at <= $1";
const SWEEP_OWN: &str = "DELETE FROM api_token WHERE player = $1 AND expires_at <= $2";

/// Stores a new token, and deletes the player's expired ones.
pub async fn add(tx: &mut Tx, token: &ApiToken) -> Result<(), StoreError> {
    sql(SWEEP_OWN).bind(token.player.0).bind(ms(token.created_at)).run(&mut *tx).await?;
    sql(ADD)
        .bind(token.token_hash.as_slice())
        .bind(token.player.0)
        .bind(token.name.as_str())
        .bind(token.scopes.as_str())
        .bind(token.program)
        .bind(token.game.as_ref().map(GameId::as_str))
        .bind(ms(token.created_at))
        .bind(ms(token.expires_at))
        .run(tx)
        .await?;
    Ok(())
}

/// Returns the token with that hash, unless it has expired or its player is blocked.
pub async fn find(
    reader: impl Into<Reader<'_>>,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Option<ApiToken>, StoreError> {
    sql(FIND).bind(token.as_slice()).bind(ms(now)).one_if(reader).await
}

/// Returns a player's valid tokens, newest first.
pub async fn of_player(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
    now: DateTime<Utc>,
) -> Result<Vec<ApiToken>, StoreError> {
    sql(OF_PLAYER).bind(player.0).bind(ms(now)).all(reader).await
}

/// Returns the players of a game who let a program play for them there.
pub async fn programs(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
) -> Result<Vec<PlayerId>, StoreError> {
    let rows = sql(PROGRAMS).bind(game.as_str()).rows(reader).await?;
    rows.iter().map(|row| row.player("player")).collect()
}

/// Deletes one of a player's own tokens. Returns whether it existed.
pub async fn revoke(tx: &mut Tx, player: PlayerId, token: &TokenHash) -> Result<bool, StoreError> {
    let gone = sql(REVOKE).bind(player.0).bind(token.as_slice()).run(tx).await?;
    Ok(gone == 1)
}

/// Deletes all tokens of a player, and returns how many.
pub async fn revoke_all(tx: &mut Tx, player: PlayerId) -> Result<u64, StoreError> {
    sql(REVOKE_ALL).bind(player.0).run(tx).await
}

/// Records that a token was used on that day.
pub async fn used(tx: &mut Tx, token: &TokenHash, day: i64) -> Result<(), StoreError> {
    sql(USED).bind(day).bind(token.as_slice()).run(tx).await?;
    Ok(())
}

/// Deletes tokens that have expired.
pub async fn sweep(tx: &mut Tx, now: DateTime<Utc>) -> Result<u64, StoreError> {
    sql(SWEEP).bind(ms(now)).run(tx).await
}
