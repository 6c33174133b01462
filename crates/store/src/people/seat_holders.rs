//! Who sits where. Events name seats only; this table alone knows the persons behind them.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::column::{FromRow, Row, ms};
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;

/// One seat and who holds it: a player, a bot, or nobody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatHolder {
    pub game: GameId,
    pub seat: Seat,
    pub player: Option<PlayerId>,
    pub bot: Option<String>,
    pub since: DateTime<Utc>,
    /// What the seat added to the luck of the game when it joined.
    pub salt: Option<String>,
}

impl FromRow for SeatHolder {
    fn from_row(row: &Row) -> Result<SeatHolder, StoreError> {
        Ok(SeatHolder {
            game: row.game("game")?,
            seat: row.seat("seat")?,
            player: row.player_if("player")?,
            bot: row.get("bot")?,
            since: row.time("since")?,
            salt: row.get("salt")?,
        })
    }
}

const SET: &str = "INSERT INTO seat_holder (game, seat, player, bot, since, salt) \
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (game, seat) DO UPDATE \
    SET player = excluded.player, bot = excluded.bot, since = excluded.since, \
    salt = coalesce(excluded.salt, seat_holder.salt)";

const CLEAR: &str = "DELETE FROM seat_holder WHERE game = $1 AND seat = $2";

const OF_GAME: &str = "SELECT * FROM seat_holder WHERE game = $1 ORDER BY seat";

const OF_PLAYER: &str = "SELECT * FROM seat_holder WHERE player = $1 ORDER BY game, seat";

const HAS_PLAYED: &str = "SELECT count(*) FROM seat_holder AS own \
    JOIN game ON game.id = own.game AND game.status IN ('running', 'over') \
    JOIN seat_holder AS other ON other.game = own.game AND other.player != own.player \
    WHERE own.player = $1";

const BOTS: &str = "SELECT seat_holder.* FROM deadline \
    JOIN seat_holder ON seat_holder.game = deadline.game AND seat_holder.seat = deadline.seat \
    WHERE seat_holder.bot IS NOT NULL ORDER BY deadline.since, seat_holder.game, seat_holder.seat \
    LIMIT $1";

/// Puts somebody on a seat, in place of whoever sat there. A salt once given stays unless a new
/// one is given.
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

/// Takes the seat's row away, as if nobody had ever sat there.
pub async fn clear(tx: &mut Tx, game: &GameId, seat: Seat) -> Result<(), StoreError> {
    sql(CLEAR).bind(game.as_str()).bind(seat.0).run(tx).await?;
    Ok(())
}

/// The seats of a game that are or were taken, in order.
pub async fn of_game(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
) -> Result<Vec<SeatHolder>, StoreError> {
    sql(OF_GAME).bind(game.as_str()).readable(reader).await
}

/// All seats a player holds.
pub async fn of_player(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
) -> Result<Vec<SeatHolder>, StoreError> {
    sql(OF_PLAYER).bind(player.0).readable(reader).await
}

/// Whether a player has sat in a game that began, with another person.
pub async fn has_played(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
) -> Result<bool, StoreError> {
    Ok(sql(HAS_PLAYED).bind(player.0).row(reader).await?.count(0)? > 0)
}

/// Bots that are awaited, the longest waiting first.
pub async fn awaited_bots(
    reader: impl Into<Reader<'_>>,
    limit: u32,
) -> Result<Vec<SeatHolder>, StoreError> {
    sql(BOTS).bind(limit).readable(reader).await
}
