//! What those who sit at a table wish for before the game begins. A wish stands with the seat, goes
//! with whoever leaves it, and ends when the game begins: from then on the log has it.

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::column::{FromRow, Row};
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;

/// What one seat has left for the beginning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftWish {
    pub seat: Seat,
    /// The order that says it.
    pub order: String,
    /// Whether it came by letter, and not by page.
    pub by_letter: bool,
}

impl FromRow for LeftWish {
    fn from_row(row: &Row) -> Result<LeftWish, StoreError> {
        Ok(LeftWish {
            seat: row.seat("seat")?,
            order: row.get("order_text")?,
            by_letter: row.get("by_email")?,
        })
    }
}

/// Changes nothing, and holds the row: a game that begins meanwhile is waited for.
const HOLD: &str = "UPDATE game SET last_seq = last_seq WHERE id = $1 AND status = 'open'";

const SITS: &str = "SELECT count(*) FROM seat_holder WHERE game = $1 AND seat = $2 AND player = $3";

const SET: &str = "INSERT INTO starting_preference (game, seat, player, order_text, by_email) \
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (game, seat) DO UPDATE SET \
    player = excluded.player, order_text = excluded.order_text, by_email = excluded.by_email";

/// Of who has left, and whose seat somebody else has taken since, nothing is wished for any more.
const OF_GAME: &str = "SELECT wish.seat, order_text, by_email FROM starting_preference AS wish \
    JOIN seat_holder ON seat_holder.game = wish.game AND seat_holder.seat = wish.seat \
    AND seat_holder.player = wish.player WHERE wish.game = $1 ORDER BY wish.seat";

const END: &str = "DELETE FROM starting_preference WHERE game = $1";

const END_OF_SEAT: &str = "DELETE FROM starting_preference WHERE game = $1 AND seat = $2";

/// Keeps what a player wishes for on that seat, in place of what was wished for before; an empty
/// order is no wish. Tells whether it was still time: the game has not begun, and the player sits
/// there.
pub async fn set(
    tx: &mut Tx,
    game: &GameId,
    player: PlayerId,
    wish: &LeftWish,
) -> Result<bool, StoreError> {
    if sql(HOLD).bind(game.as_str()).run(&mut *tx).await? == 0 {
        return Ok(false);
    }
    let (seat, player) = (wish.seat.0, player.0);
    let sits = sql(SITS).bind(game.as_str()).bind(seat).bind(player).row(&mut *tx).await?;
    if sits.count(0)? == 0 {
        return Ok(false);
    }
    if wish.order.is_empty() {
        end_of_seat(tx, game, wish.seat).await?;
        return Ok(true);
    }
    let set = sql(SET).bind(game.as_str()).bind(seat).bind(player);
    set.bind(wish.order.as_str()).bind(wish.by_letter).run(tx).await?;
    Ok(true)
}

/// All wishes at a table, by seat.
pub async fn of_game(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
) -> Result<Vec<LeftWish>, StoreError> {
    sql(OF_GAME).bind(game.as_str()).readable(reader).await
}

/// The game has begun.
pub async fn end(tx: &mut Tx, game: &GameId) -> Result<(), StoreError> {
    sql(END).bind(game.as_str()).run(tx).await?;
    Ok(())
}

/// Nobody sits there any more, or somebody else does, or wishes for nothing.
pub async fn end_of_seat(tx: &mut Tx, game: &GameId, seat: Seat) -> Result<(), StoreError> {
    sql(END_OF_SEAT).bind(game.as_str()).bind(seat.0).run(tx).await?;
    Ok(())
}
