//! Forks of games, read from their opening acts. Queries repeat the expression of the index
//! `event_by_forked_game` exactly, so that the index is used.

use chrono::{DateTime, Utc};

use super::games::GameRow;
use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::column::ms;
use crate::sql::{Reader, Text, on_postgres, sql};
use ravenpost_log::GameId;

const OF_GAME: Text = Text::Each {
    sqlite: "SELECT game.* FROM event JOIN game ON game.id = event.game \
    WHERE kind = 'opened' \
    AND CASE WHEN json_valid(act) THEN act ->> '$.Opened.fork.game' END = $1 \
    AND game.status != 'cancelled' AND ($3 AND act ->> '$.Opened.fork.same_players' \
        OR EXISTS (SELECT 1 FROM seat_holder WHERE seat_holder.game = event.game AND player = $2) \
        OR EXISTS (SELECT 1 FROM organiser WHERE organiser.game = event.game AND player = $2)) \
    ORDER BY game.opened_at DESC, game.id LIMIT 20",
    postgres: on_postgres::FORKS_OF_GAME,
};

const RESERVED_FOR: Text = Text::Each {
    sqlite: "SELECT game.* FROM seat_holder AS played JOIN event ON kind = 'opened' \
    AND CASE WHEN json_valid(act) THEN act ->> '$.Opened.fork.game' END = played.game \
    JOIN game ON game.id = event.game \
    WHERE played.player = $1 AND game.status = 'open' AND game.opened_at > $2 \
    AND act ->> '$.Opened.fork.same_players' AND NOT EXISTS (\
        SELECT 1 FROM seat_holder WHERE seat_holder.game = event.game AND seat_holder.player = $1) \
    ORDER BY game.opened_at DESC, game.id LIMIT 20",
    postgres: on_postgres::FORKS_RESERVED_FOR,
};

const ANY: Text = Text::Each {
    sqlite: "SELECT 1 FROM event WHERE kind = 'opened' \
    AND CASE WHEN json_valid(act) THEN act ->> '$.Opened.fork.game' END = $1 LIMIT 1",
    postgres: on_postgres::FORKS_ANY,
};

/// The player who looks for forks of a game.
#[derive(Clone, Copy, Debug)]
pub struct Eyes {
    pub player: PlayerId,
    /// Whether the player has a seat in that game.
    pub sits: bool,
}

/// Returns the forks of a game that the player may see, newest first: those in which the player has
/// a seat, those they opened, and those open to all players of the game.
pub async fn of_game(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    Eyes { player, sits }: Eyes,
) -> Result<Vec<GameRow>, StoreError> {
    sql(OF_GAME).bind(game.as_str()).bind(player.0).bind(sits).all(reader).await
}

/// Returns whether any game was forked from this one.
pub async fn any(reader: impl Into<Reader<'_>>, game: &GameId) -> Result<bool, StoreError> {
    Ok(sql(ANY).bind(game.as_str()).row_if(reader).await?.is_some())
}

/// Returns recent forks that reserve a seat for a player of the original game who has not joined
/// yet.
pub async fn reserved_for(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
    since: DateTime<Utc>,
) -> Result<Vec<GameRow>, StoreError> {
    sql(RESERVED_FOR).bind(player.0).bind(ms(since)).all(reader).await
}
