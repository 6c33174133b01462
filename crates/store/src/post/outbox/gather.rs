//! Emails that collect several messages, instead of one email for each.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::column::ms;
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;

/// Emails of one kind to one player about one seat.
#[derive(Clone, Copy, Debug)]
pub struct QueuedEmails<'a> {
    pub game: &'a GameId,
    pub seat: Seat,
    pub player: PlayerId,
    pub kind: &'a str,
}

/// An email that was already rendered can no longer collect anything.
const GATHERS: &str = "SELECT 1 FROM outbox WHERE game = $1 AND seat = $2 AND player = $3 \
    AND kind = $4 AND state = 'waiting' AND subject IS NULL LIMIT 1";
const FIRST: &str = "SELECT min(created_at) AS at FROM outbox WHERE player = $1 AND kind = $2 \
    AND state = 'waiting' AND subject IS NULL AND due_at <= $3";
const LAST: &str = "SELECT max(due_at) AS at FROM outbox WHERE player = $1 AND kind = $2 \
    AND (state IN ('sending', 'sent') OR state = 'waiting' AND subject IS NOT NULL)";
const DEFER: &str = "UPDATE outbox SET due_at = $3 WHERE player = $1 AND kind = $2 \
    AND state = 'waiting' AND subject IS NULL AND due_at < $3";

/// Returns whether such an email is queued and not rendered yet.
pub async fn gathers(
    reader: impl Into<Reader<'_>>,
    row: QueuedEmails<'_>,
) -> Result<bool, StoreError> {
    let query = sql(GATHERS).bind(row.game.as_str()).bind(row.seat.0).bind(row.player.0);
    Ok(query.bind(row.kind).row_if(reader).await?.is_some())
}

/// Returns when the first email of a kind to a player was queued, for any game, among those that
/// are due by then and not rendered yet.
pub async fn first_waiting(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
    kind: &str,
    until: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let query = sql(FIRST).bind(player.0).bind(kind).bind(ms(until));
    query.row(reader).await?.time_if("at")
}

/// Returns when the last rendered email of a kind to a player was due, for any game.
pub async fn last_due(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
    kind: &str,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    sql(LAST).bind(player.0).bind(kind).row(reader).await?.time_if("at")
}

/// Defers the emails of a kind to a player that are not rendered yet, unless they are due later.
pub async fn defer(
    tx: &mut Tx,
    player: PlayerId,
    kind: &str,
    until: DateTime<Utc>,
) -> Result<(), StoreError> {
    sql(DEFER).bind(player.0).bind(kind).bind(ms(until)).run(tx).await?;
    Ok(())
}
