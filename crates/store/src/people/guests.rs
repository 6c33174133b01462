//! Guests: players without an address who practise against bots. Their games pass to an account, or
//! are left without a holder when the guest is deleted.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::{PlayerId, TokenHash};
use crate::sql::column::{Row, ms};
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;
use ravenpost_log::names::likeness;

/// A visitor who becomes a guest.
#[derive(Clone, Debug)]
pub struct NewGuest {
    /// A word that no other guest has, used instead of address and name.
    pub word: String,
    pub at: DateTime<Utc>,
    pub until: DateTime<Utc>,
}

// The address has no at sign, so no email can go there and no one can sign in with it.
const ADD: &str = "INSERT INTO player (address, display_address, name, name_key, name_shape, \
    time_zone, created_at, guest_until) VALUES ($1, $1, $2, $3, $4, 'UTC', $5, $6) RETURNING id";
const COUNT: &str = "SELECT count(*) AS n FROM player WHERE guest_until IS NOT NULL";
const OF_SESSION: &str = "SELECT player.id FROM session JOIN player ON player.id = session.player \
    WHERE token_hash = $1 AND guest_until > $2 AND expires_at > $2";
const GAMES: &str = "SELECT game FROM seat_holder WHERE player = $1 ORDER BY seated_at, game";
/// If the account already has a seat in the game, the guest's seat stays. The service prevents
/// this.
const MOVE_SEATS: &str = "UPDATE seat_holder SET player = $2 WHERE player = $1 AND NOT EXISTS (\
    SELECT 1 FROM seat_holder AS own WHERE own.game = seat_holder.game AND own.player = $2)";
const MOVE_TABLES: &str = "UPDATE organiser SET player = $2 WHERE player = $1";
const EXPIRED: &str = "SELECT id FROM player WHERE guest_until <= $1 ORDER BY guest_until, id \
    LIMIT $2";
/// Sessions and the organiser's rows refer to the player and are deleted with it.
const DELETE: &str = "DELETE FROM player WHERE id = $1 AND guest_until IS NOT NULL";

/// Adds a guest.
///
/// # Errors
///
/// [`StoreError::Conflict`] if another guest has the same word.
pub async fn add(tx: &mut Tx, new: &NewGuest) -> Result<PlayerId, StoreError> {
    let name = format!("Guest {}", new.word);
    let [key, shape] = likeness(&name);
    let query = sql(ADD)
        .bind(format!("guest {}", new.word))
        .bind(name.as_str())
        .bind(key.as_str())
        .bind(shape.as_str())
        .bind(ms(new.at))
        .bind(ms(new.until));
    query.row(tx).await?.player("id")
}

/// Returns the number of guests, expired ones included.
pub async fn count(reader: impl Into<Reader<'_>>) -> Result<u64, StoreError> {
    sql(COUNT).row(reader).await?.count("n")
}

/// Returns the games of a guest, oldest first.
pub async fn games(
    reader: impl Into<Reader<'_>>,
    guest: PlayerId,
) -> Result<Vec<GameId>, StoreError> {
    let rows = sql(GAMES).bind(guest.0).rows(reader).await?;
    rows.iter().map(|row: &Row| row.game("game")).collect()
}

/// Passes the games of the guest with this session to an account and deletes the guest, so that it
/// happens once. Returns the games; none if there is no such guest or the day is over.
pub async fn pass_on(
    tx: &mut Tx,
    session: &TokenHash,
    now: DateTime<Utc>,
    to: PlayerId,
) -> Result<Vec<GameId>, StoreError> {
    let found = sql(OF_SESSION).bind(session.as_slice()).bind(ms(now)).row_if(&mut *tx).await?;
    let Some(guest) = found.map(|row| row.player("id")).transpose()? else {
        return Ok(Vec::new());
    };
    let games = games(&mut *tx, guest).await?;
    sql(MOVE_SEATS).bind(guest.0).bind(to.0).run(&mut *tx).await?;
    sql(MOVE_TABLES).bind(guest.0).bind(to.0).run(&mut *tx).await?;
    delete(tx, guest).await?;
    Ok(games)
}

/// Returns expired guest accounts, at most `limit`.
pub async fn expired(
    reader: impl Into<Reader<'_>>,
    now: DateTime<Utc>,
    limit: u32,
) -> Result<Vec<PlayerId>, StoreError> {
    let rows = sql(EXPIRED).bind(ms(now)).bind(limit).rows(reader).await?;
    rows.iter().map(|row: &Row| row.player("id")).collect()
}

/// Deletes a guest. Their seats are then without a holder.
pub async fn delete(tx: &mut Tx, guest: PlayerId) -> Result<(), StoreError> {
    sql(DELETE).bind(guest.0).run(tx).await?;
    Ok(())
}
