//! The pending decisions of seats, with their deadlines. They are derived from the log. The clock
//! task asks here what is due and when to check again.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use super::leases::Lease;
use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::column::{FromRow, Row, ms};
use crate::sql::unreadable_rows::all_readable;
use crate::sql::{Reader, Text, Tx, on_postgres, sql};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;

/// A pending decision of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deadline {
    pub game: GameId,
    pub seat: Seat,
    pub decision: String,
    pub since: DateTime<Utc>,
    /// The deadline; `None` while the clock is stopped.
    pub due_at: Option<DateTime<Utc>>,
    /// When the next reminder is due.
    pub next_at: Option<DateTime<Utc>>,
    /// How many reminders were sent.
    pub stage: u8,
}

impl FromRow for Deadline {
    fn from_row(row: &Row) -> Result<Deadline, StoreError> {
        Ok(Deadline {
            game: row.game("game")?,
            seat: row.seat("seat")?,
            decision: row.get("decision")?,
            since: row.time("asked_at")?,
            due_at: row.time_if("due_at")?,
            next_at: row.time_if("next_action_at")?,
            stage: row.get("reminder_stage")?,
        })
    }
}

const CLEAR: &str = "DELETE FROM deadline WHERE game = $1";

const ADD: &str = "INSERT INTO deadline \
    (game, seat, decision, asked_at, due_at, next_action_at, reminder_stage) \
    VALUES ($1, $2, $3, $4, $5, $6, $7)";

const OF_GAME: &str = "SELECT * FROM deadline WHERE game = $1 ORDER BY seat";

const OF_PLAYER: &str = "SELECT deadline.* FROM seat_holder \
    JOIN deadline ON deadline.game = seat_holder.game AND deadline.seat = seat_holder.seat \
    WHERE seat_holder.player = $1 ORDER BY deadline.due_at IS NULL, deadline.due_at, \
    deadline.asked_at";

/// A stopped clock has no deadline, but a time at which it is checked again.
const PERHAPS_STILL: &str = "SELECT DISTINCT game FROM deadline \
    WHERE due_at IS NULL AND next_action_at IS NOT NULL \
    AND game IN (SELECT game FROM seat_holder WHERE player = $1 \
        UNION SELECT game FROM organiser WHERE player = $1) ORDER BY game";

const DUE: &str = "SELECT * FROM deadline WHERE (due_at <= $1 OR next_action_at <= $1) \
    AND $3 NOT LIKE '%' || game || '%' \
    AND (claimed_until IS NULL OR claimed_until <= $1 OR claimed_by = $4) \
    ORDER BY CASE WHEN due_at <= next_action_at OR next_action_at IS NULL THEN due_at \
    ELSE next_action_at END, game, seat LIMIT $2";

/// Only rows that no other node has claimed or completed meanwhile. Rows locked by a concurrent
/// write are skipped.
const CLAIM: Text = Text::Each {
    sqlite: "UPDATE deadline SET claimed_by = $2, claimed_until = $3 \
    WHERE game IN (SELECT value FROM json_each($4)) \
    AND game IN (SELECT game FROM deadline WHERE due_at <= $1 OR next_action_at <= $1) \
    AND (claimed_until IS NULL OR claimed_until <= $1 OR claimed_by = $2) RETURNING game",
    postgres: on_postgres::CLAIM_CLOCKS,
};

const GAMES: &str = "SELECT DISTINCT game FROM deadline WHERE game > $1 \
    AND (CAST($2 AS bigint) IS NULL OR due_at <= $2 OR next_action_at <= $2) ORDER BY game \
    LIMIT $3";

/// Values that are not valid times are never due, however small they are.
const NEXT: &str = "SELECT min(moment) AS moment FROM (\
    SELECT (SELECT due_at FROM deadline WHERE due_at > -8000000000000000 \
        AND $1 NOT LIKE '%' || game || '%' ORDER BY due_at LIMIT 1) AS moment \
    UNION ALL SELECT (SELECT next_action_at FROM deadline \
        WHERE next_action_at > -8000000000000000 \
        AND $1 NOT LIKE '%' || game || '%' ORDER BY next_action_at LIMIT 1)) AS moments";

/// Replaces all deadlines of a game.
pub async fn replace(tx: &mut Tx, game: &GameId, rows: &[Deadline]) -> Result<(), StoreError> {
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

/// Returns the pending decisions of a game, in seat order.
pub async fn of_game(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
) -> Result<Vec<Deadline>, StoreError> {
    sql(OF_GAME).bind(game.as_str()).all(reader).await
}

/// Returns the pending decisions of a player, nearest deadline first.
pub async fn of_player(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
) -> Result<Vec<Deadline>, StoreError> {
    sql(OF_PLAYER).bind(player.0).readable(reader).await
}

/// Returns the games that a player plays or organises and whose clocks may be stopped. Some of them
/// may have no deadlines at all.
pub async fn perhaps_still(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
) -> Result<Vec<GameId>, StoreError> {
    let rows = sql(PERHAPS_STILL).bind(player.0).rows(reader).await?;
    all_readable(&rows, |row| row.game("game"))
}

/// Returns due deadlines and reminders, oldest first, except those of the games in `but` and those
/// claimed by another node.
pub async fn due(
    reader: impl Into<Reader<'_>>,
    now: DateTime<Utc>,
    limit: u32,
    but: &[GameId],
    node: &str,
) -> Result<Vec<Deadline>, StoreError> {
    let query = sql(DUE).bind(ms(now)).bind(limit).bind(json(but)).bind(node);
    query.readable(reader).await
}

/// Claims the clocks of these games for a node until the lease ends. Returns the games it obtained,
/// because another node may have been faster. Any write to a game ends the claim.
pub async fn claim(
    tx: &mut Tx,
    games: &[GameId],
    claim: &Lease,
    now: DateTime<Utc>,
) -> Result<BTreeSet<GameId>, StoreError> {
    let query = sql(CLAIM).bind(ms(now)).bind(claim.holder.as_str()).bind(ms(claim.until));
    let rows = query.bind(json(games)).rows(tx).await?;
    rows.iter().map(|row| row.game("game")).collect()
}

/// Returns the next time at which something is due in a game that is not in `but`. It may be in the
/// past.
pub async fn next_moment(
    reader: impl Into<Reader<'_>>,
    but: &[GameId],
) -> Result<Option<DateTime<Utc>>, StoreError> {
    sql(NEXT).bind(json(but)).row(reader).await?.moment_near("moment")
}

fn json(games: &[GameId]) -> String {
    serde_json::to_string(games).unwrap_or_else(|_| "[]".to_owned())
}

/// Returns games with pending decisions, ordered by id and starting after `after`. If `by` is
/// given, only those with something due by then.
pub async fn games(
    reader: impl Into<Reader<'_>>,
    after: Option<&GameId>,
    by: Option<DateTime<Utc>>,
    limit: u32,
) -> Result<Vec<GameId>, StoreError> {
    let query = sql(GAMES).bind(after.map_or("", GameId::as_str)).bind(by.map(ms)).bind(limit);
    all_readable(&query.rows(reader).await?, |row| row.game("game"))
}
