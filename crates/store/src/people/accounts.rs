//! Accounts as admins see and change them.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::people::players::{Player, one_row};
use crate::sql::column::{FromRow, Row, ms};
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::names::likeness;

/// A player with an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    pub player: Player,
    /// When a session of the player was last used; `None` without a session.
    pub seen_at: Option<DateTime<Utc>>,
    /// The number of open and running games in which the player has a seat.
    pub games: u64,
}

impl FromRow for Account {
    fn from_row(row: &Row) -> Result<Account, StoreError> {
        Ok(Account {
            player: Player::from_row(row)?,
            seen_at: row.time_if("seen_at")?,
            games: row.count("current_games")?,
        })
    }
}

const LIST: &str = "SELECT player.*, \
    (SELECT max(last_seen_at) FROM session WHERE session.player = player.id) AS seen_at, \
    (SELECT count(*) FROM seat_holder JOIN game ON game.id = seat_holder.game \
        WHERE seat_holder.player = player.id AND game.status IN ('open', 'running')) \
    AS current_games FROM player WHERE guest_until IS NULL AND ($1 = '' \
        OR instr(address, $1) > 0 OR ($2 <> '' AND instr(name_key, $2) > 0)) \
    AND ($3 = 0 OR blocked_at IS NOT NULL) ORDER BY id DESC LIMIT $4 OFFSET $5";
const GET: &str = "SELECT player.*, \
    (SELECT max(last_seen_at) FROM session WHERE session.player = player.id) AS seen_at, \
    (SELECT count(*) FROM seat_holder JOIN game ON game.id = seat_holder.game \
        WHERE seat_holder.player = player.id AND game.status IN ('open', 'running')) \
    AS current_games FROM player WHERE guest_until IS NULL AND id = $1";
const BLOCK: &str = "UPDATE player SET blocked_at = $1 WHERE id = $2 AND blocked_at IS NULL";
const UNBLOCK: &str =
    "UPDATE player SET blocked_at = NULL WHERE id = $1 AND blocked_at IS NOT NULL";
const IS_BLOCKED: &str = "SELECT 1 FROM player WHERE address = $1 AND blocked_at IS NOT NULL";
const RENAME: &str = "UPDATE player SET name = $1, name_key = $2, name_shape = $3 WHERE id = $4";

/// Which accounts to list.
#[derive(Clone, Copy, Debug, Default)]
pub struct AccountFilter<'a> {
    /// A part of the name or address; empty for all.
    pub search: &'a str,
    /// Whether to list blocked accounts only.
    pub blocked: bool,
    pub limit: u32,
    pub skip: u32,
}

/// Returns accounts, newest first.
pub async fn list(
    reader: impl Into<Reader<'_>>,
    wanted: AccountFilter<'_>,
) -> Result<Vec<Account>, StoreError> {
    let search = wanted.search.trim();
    let [key, _] = likeness(search);
    let query = sql(LIST)
        .bind(search.to_lowercase())
        .bind(key)
        .bind(wanted.blocked)
        .bind(wanted.limit)
        .bind(wanted.skip);
    query.readable(reader).await
}

/// Returns an account.
///
/// # Errors
///
/// [`StoreError::NotFound`] if there is none. Guests have no account.
pub async fn get(reader: impl Into<Reader<'_>>, id: PlayerId) -> Result<Account, StoreError> {
    sql(GET).bind(id.0).one(reader).await
}

/// Blocks a player. Returns whether the player was not blocked before.
pub async fn block(tx: &mut Tx, id: PlayerId, now: DateTime<Utc>) -> Result<bool, StoreError> {
    Ok(sql(BLOCK).bind(ms(now)).bind(id.0).run(tx).await? == 1)
}

/// Unblocks a player. Returns whether the player was blocked.
pub async fn unblock(tx: &mut Tx, id: PlayerId) -> Result<bool, StoreError> {
    Ok(sql(UNBLOCK).bind(id.0).run(tx).await? == 1)
}

/// Returns whether the player with that address is blocked. There may be none.
pub async fn is_blocked(reader: impl Into<Reader<'_>>, address: &str) -> Result<bool, StoreError> {
    let address = super::players::folded(address);
    Ok(sql(IS_BLOCKED).bind(address).row_if(reader).await?.is_some())
}

/// Changes a player's name.
///
/// # Errors
///
/// [`StoreError::Conflict`] if another player has a name that may be confused with this one.
pub async fn rename(tx: &mut Tx, id: PlayerId, name: &str) -> Result<(), StoreError> {
    let [key, shape] = likeness(name);
    one_row(sql(RENAME).bind(name).bind(key).bind(shape).bind(id.0).run(tx).await?)
}
