//! The seats that owe an order, with their deadlines: derived from the log. Whoever looks after
//! the clocks asks here what is due and when to look again.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::column::{FromRow, Row, ms};
use crate::sql::passed_over::all_readable;
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;

/// A seat that owes an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    pub game: GameId,
    pub seat: Seat,
    pub decision: String,
    pub since: DateTime<Utc>,
    /// When time is up. Nothing while the clock stands still.
    pub due_at: Option<DateTime<Utc>>,
    /// When the next reminder is to go out.
    pub next_at: Option<DateTime<Utc>>,
    /// How many reminders there were.
    pub stage: u8,
}

impl FromRow for Waiting {
    fn from_row(row: &Row) -> Result<Waiting, StoreError> {
        Ok(Waiting {
            game: row.game("game")?,
            seat: row.seat("seat")?,
            decision: row.get("decision")?,
            since: row.time("since")?,
            due_at: row.time_if("due_at")?,
            next_at: row.time_if("next_at")?,
            stage: row.get("stage")?,
        })
    }
}

const CLEAR: &str = "DELETE FROM waiting WHERE game = $1";

const ADD: &str = "INSERT INTO waiting (game, seat, decision, since, due_at, next_at, stage) \
    VALUES ($1, $2, $3, $4, $5, $6, $7)";

const OF_GAME: &str = "SELECT * FROM waiting WHERE game = $1 ORDER BY seat";

const OF_PLAYER: &str = "SELECT waiting.* FROM holder \
    JOIN waiting ON waiting.game = holder.game AND waiting.seat = holder.seat \
    WHERE holder.player = $1 ORDER BY waiting.due_at IS NULL, waiting.due_at, waiting.since";

const DUE: &str = "SELECT * FROM waiting WHERE (due_at <= $1 OR next_at <= $1) \
    AND $3 NOT LIKE '%' || game || '%' \
    ORDER BY CASE WHEN due_at <= next_at OR next_at IS NULL THEN due_at ELSE next_at END, \
    game, seat LIMIT $2";

const GAMES: &str = "SELECT DISTINCT game FROM waiting WHERE game > $1 \
    AND (due_at IS NOT NULL OR next_at IS NOT NULL) \
    AND ($2 IS NULL OR due_at <= $2 OR next_at <= $2) ORDER BY game LIMIT $3";

/// What is no moment wants nothing, however small its number is.
const NEXT: &str = "SELECT min(moment) FROM (\
    SELECT (SELECT due_at FROM waiting WHERE due_at > -8000000000000000 \
        AND $1 NOT LIKE '%' || game || '%' ORDER BY due_at LIMIT 1) AS moment \
    UNION ALL SELECT (SELECT next_at FROM waiting WHERE next_at > -8000000000000000 \
        AND $1 NOT LIKE '%' || game || '%' ORDER BY next_at LIMIT 1)) AS moments";

/// Puts these in place of all that the game had.
pub async fn replace(tx: &mut Tx, game: &GameId, rows: &[Waiting]) -> Result<(), StoreError> {
    sql(CLEAR).bind(game.as_str()).run(tx).await?;
    for row in rows {
        sql(ADD)
            .bind(game.as_str())
            .bind(row.seat.0)
            .bind(row.decision.as_str())
            .bind(ms(row.since))
            .bind(row.due_at.map(ms))
            .bind(row.next_at.map(ms))
            .bind(row.stage)
            .run(tx)
            .await?;
    }
    Ok(())
}

/// Who is awaited in a game, in seat order.
pub async fn of_game(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
) -> Result<Vec<Waiting>, StoreError> {
    sql(OF_GAME).bind(game.as_str()).all(reader).await
}

/// Where a player is awaited, the nearest deadline first.
pub async fn of_player(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
) -> Result<Vec<Waiting>, StoreError> {
    sql(OF_PLAYER).bind(player.0).readable(reader).await
}

/// Deadlines and reminders that are due, the oldest first; of all games but these.
pub async fn due(
    reader: impl Into<Reader<'_>>,
    now: DateTime<Utc>,
    limit: u32,
    but: &[GameId],
) -> Result<Vec<Waiting>, StoreError> {
    sql(DUE).bind(ms(now)).bind(limit).bind(json(but)).readable(reader).await
}

/// The next moment at which something will be due in another game than these. It may be past.
pub async fn next_moment(
    reader: impl Into<Reader<'_>>,
    but: &[GameId],
) -> Result<Option<DateTime<Utc>>, StoreError> {
    sql(NEXT).bind(json(but)).row(reader).await?.moment_near(0)
}

fn json(games: &[GameId]) -> String {
    serde_json::to_string(games).unwrap_or_else(|_| "[]".to_owned())
}

/// Games whose clocks run, in the order of their ids after one of them; only those that want
/// something by then, if a moment is given.
pub async fn games(
    reader: impl Into<Reader<'_>>,
    after: Option<&GameId>,
    by: Option<DateTime<Utc>>,
    limit: u32,
) -> Result<Vec<GameId>, StoreError> {
    let query = sql(GAMES).bind(after.map_or("", GameId::as_str)).bind(by.map(ms)).bind(limit);
    all_readable(&query.rows(reader).await?, |row| row.game("game"))
}
