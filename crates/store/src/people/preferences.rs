//! Preferences that players leave before the game starts. A preference belongs to the seat and its
//! player, and is deleted at the start, when it becomes part of the log.

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::column::{FromRow, Row};
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;

/// A seat's preference for the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredPreference {
    pub seat: Seat,
    /// The preference as an order.
    pub order: String,
    /// Whether it came by email rather than from a page.
    pub by_email: bool,
}

impl FromRow for StoredPreference {
    fn from_row(row: &Row) -> Result<StoredPreference, StoreError> {
        Ok(StoredPreference {
            seat: row.seat("seat")?,
            order: row.get("order_text")?,
            by_email: row.get("by_email")?,
        })
    }
}

/// Changes nothing, but locks the row, so that this waits for a concurrent start of the game.
const HOLD: &str = "UPDATE game SET last_seq = last_seq WHERE id = $1 AND status = 'open'";

const SITS: &str = "SELECT 1 FROM seat_holder WHERE game = $1 AND seat = $2 AND player = $3";

const SET: &str = "INSERT INTO starting_preference (game, seat, player, order_text, by_email) \
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (game, seat) DO UPDATE SET \
    player = excluded.player, order_text = excluded.order_text, by_email = excluded.by_email";

/// Omits preferences of players who no longer have the seat.
const OF_GAME: &str = "SELECT wish.seat, order_text, by_email FROM starting_preference AS wish \
    JOIN seat_holder ON seat_holder.game = wish.game AND seat_holder.seat = wish.seat \
    AND seat_holder.player = wish.player WHERE wish.game = $1 ORDER BY wish.seat";

const END: &str = "DELETE FROM starting_preference WHERE game = $1";

const END_OF_SEAT: &str = "DELETE FROM starting_preference WHERE game = $1 AND seat = $2";

/// Stores a player's preference, replacing the previous one; an empty order deletes it. Returns
/// whether that was still possible: the game must not have started, and the player must have the
/// seat.
pub async fn set(
    tx: &mut Tx,
    game: &GameId,
    player: PlayerId,
    wish: &StoredPreference,
) -> Result<bool, StoreError> {
    if sql(HOLD).bind(game.as_str()).run(&mut *tx).await? == 0 {
        return Ok(false);
    }
    let (seat, player) = (wish.seat.0, player.0);
    let sits = sql(SITS).bind(game.as_str()).bind(seat).bind(player).row_if(&mut *tx).await?;
    if sits.is_none() {
        return Ok(false);
    }
    if wish.order.is_empty() {
        end_of_seat(tx, game, wish.seat).await?;
        return Ok(true);
    }
    let set = sql(SET).bind(game.as_str()).bind(seat).bind(player);
    set.bind(wish.order.as_str()).bind(wish.by_email).run(tx).await?;
    Ok(true)
}

/// Returns all preferences at a table, by seat.
pub async fn of_game(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
) -> Result<Vec<StoredPreference>, StoreError> {
    sql(OF_GAME).bind(game.as_str()).readable(reader).await
}

/// Deletes all preferences of a game that starts.
pub async fn end(tx: &mut Tx, game: &GameId) -> Result<(), StoreError> {
    sql(END).bind(game.as_str()).run(tx).await?;
    Ok(())
}

/// Deletes a seat's preference.
pub async fn end_of_seat(tx: &mut Tx, game: &GameId, seat: Seat) -> Result<(), StoreError> {
    sql(END_OF_SEAT).bind(game.as_str()).bind(seat.0).run(tx).await?;
    Ok(())
}
