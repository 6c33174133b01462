//! The holders of seats. Events only name seats; the persons are in this table alone.

use chrono::{DateTime, Utc};

use super::preferences;
use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::column::{FromRow, Row, ms};
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;

/// A seat and its holder: a player, a bot, or no one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatHolder {
    pub game: GameId,
    pub seat: Seat,
    pub player: Option<PlayerId>,
    pub bot: Option<String>,
    pub since: DateTime<Utc>,
    /// The salt the seat added to the dice when it joined.
    pub salt: Option<String>,
}

impl FromRow for SeatHolder {
    fn from_row(row: &Row) -> Result<SeatHolder, StoreError> {
        Ok(SeatHolder {
            game: row.game("game")?,
            seat: row.seat("seat")?,
            player: row.player_if("player")?,
            bot: row.get("bot")?,
            since: row.time("seated_at")?,
            salt: row.get("salt")?,
        })
    }
}

/// A seat that a player has now or had until `until`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormerSeat {
    pub game: GameId,
    pub seat: Seat,
    pub since: DateTime<Utc>,
    pub until: Option<DateTime<Utc>>,
}

impl FromRow for FormerSeat {
    fn from_row(row: &Row) -> Result<FormerSeat, StoreError> {
        Ok(FormerSeat {
            game: row.game("game")?,
            seat: row.seat("seat")?,
            since: row.time("seated_at")?,
            until: row.time_if("left_at")?,
        })
    }
}

const SET: &str = "INSERT INTO seat_holder (game, seat, player, bot, seated_at, salt) \
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (game, seat) DO UPDATE \
    SET player = excluded.player, bot = excluded.bot, seated_at = excluded.seated_at, \
    salt = coalesce(excluded.salt, seat_holder.salt)";

const CLEAR: &str = "DELETE FROM seat_holder WHERE game = $1 AND seat = $2";

const LEFT: &str = "INSERT INTO former_seat (player, game, seat, seated_at, left_at) \
    SELECT player, game, seat, seated_at, $3 FROM seat_holder \
    WHERE game = $1 AND seat = $2 AND player IS NOT NULL";

const HAD: &str = "INSERT INTO former_seat (player, game, seat, seated_at, left_at) \
    VALUES ($1, $2, $3, $4, $5)";

const EVER: &str = "SELECT game, seat, seated_at, left_at FROM former_seat WHERE player = $1 \
    ORDER BY left_at, seated_at, game";

const FORMERLY: &str = "SELECT game, seat, seated_at, left_at FROM former_seat WHERE player = $1 \
    ORDER BY left_at DESC LIMIT 30";

const FORMER_IN: &str = "SELECT DISTINCT seat FROM former_seat WHERE game = $1 AND player = $2";

const LAST_IN: &str = "SELECT game, seat, seated_at, left_at FROM former_seat \
    WHERE game = $1 AND player = $2 ORDER BY left_at DESC, seated_at DESC LIMIT 1";

const OF_GAME: &str = "SELECT * FROM seat_holder WHERE game = $1 ORDER BY seat";

const OF_PLAYER: &str = "SELECT * FROM seat_holder WHERE player = $1 ORDER BY game, seat";

const HAS_PLAYED: &str = "SELECT 1 FROM seat_holder AS own \
    JOIN game ON game.id = own.game AND game.status IN ('running', 'over') \
    JOIN seat_holder AS other ON other.game = own.game AND other.player != own.player \
    WHERE own.player = $1 LIMIT 1";

const BOTS: &str = "SELECT seat_holder.* FROM deadline \
    JOIN seat_holder ON seat_holder.game = deadline.game AND seat_holder.seat = deadline.seat \
    WHERE seat_holder.bot IS NOT NULL ORDER BY deadline.asked_at, seat_holder.game, \
    seat_holder.seat LIMIT $1";

/// Sets the holder of a seat, replacing any previous one. An existing salt is only replaced by a
/// new one.
pub async fn set(tx: &mut Tx, holder: &SeatHolder) -> Result<(), StoreError> {
    sql(SET)
        .bind(holder.game.as_str())
        .bind(holder.seat.0)
        .bind(holder.player.map(|player| player.0))
        .bind(holder.bot.as_deref())
        .bind(ms(holder.since))
        .bind(holder.salt.as_deref())
        .run(tx)
        .await?;
    Ok(())
}

/// Deletes a seat's row and records the former holder: for that player's own list of seats, and
/// because a former holder who retakes the seat gets no additional time.
pub async fn clear(
    tx: &mut Tx,
    game: &GameId,
    seat: Seat,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sql(LEFT).bind(game.as_str()).bind(seat.0).bind(ms(now)).run(&mut *tx).await?;
    sql(CLEAR).bind(game.as_str()).bind(seat.0).run(&mut *tx).await?;
    preferences::end_of_seat(tx, game, seat).await
}

/// Records a seat that a player had on another server.
pub async fn had(tx: &mut Tx, player: PlayerId, held: &FormerSeat) -> Result<(), StoreError> {
    let query = sql(HAD).bind(player.0).bind(held.game.as_str()).bind(held.seat.0);
    query.bind(ms(held.since)).bind(held.until.map(ms)).run(tx).await?;
    Ok(())
}

/// Returns all seats that a player had before, oldest first.
pub async fn ever_of(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
) -> Result<Vec<FormerSeat>, StoreError> {
    sql(EVER).bind(player.0).readable(reader).await
}

/// Returns a player's latest former seats, most recent first.
pub async fn formerly_of(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
) -> Result<Vec<FormerSeat>, StoreError> {
    sql(FORMERLY).bind(player.0).readable(reader).await
}

/// Returns the seats of a game that a player had before.
pub async fn former_in(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    player: PlayerId,
) -> Result<Vec<Seat>, StoreError> {
    let rows = sql(FORMER_IN).bind(game.as_str()).bind(player.0).rows(reader).await?;
    rows.iter().map(|row| row.seat("seat")).collect()
}

/// Returns the seat of a game that a player had last, if the player had one.
pub async fn last_in(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    player: PlayerId,
) -> Result<Option<FormerSeat>, StoreError> {
    sql(LAST_IN).bind(game.as_str()).bind(player.0).one_if(reader).await
}

/// Returns the seats of a game that are or were taken, in order.
pub async fn of_game(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
) -> Result<Vec<SeatHolder>, StoreError> {
    sql(OF_GAME).bind(game.as_str()).readable(reader).await
}

/// Returns all seats a player holds.
pub async fn of_player(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
) -> Result<Vec<SeatHolder>, StoreError> {
    sql(OF_PLAYER).bind(player.0).readable(reader).await
}

/// Returns whether a player has had a seat in a started game together with another person.
pub async fn has_played(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
) -> Result<bool, StoreError> {
    Ok(sql(HAS_PLAYED).bind(player.0).row_if(reader).await?.is_some())
}

/// Returns the bots whose turn it is, longest waiting first.
pub async fn awaited_bots(
    reader: impl Into<Reader<'_>>,
    limit: u32,
) -> Result<Vec<SeatHolder>, StoreError> {
    sql(BOTS).bind(limit).readable(reader).await
}
