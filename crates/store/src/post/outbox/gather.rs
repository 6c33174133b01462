//! Emails that collect several messages, instead of one email for each.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::{Reader, sql};
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
const LAST: &str = "SELECT max(due_at) FROM outbox WHERE game = $1 AND seat = $2 \
    AND player = $3 AND kind = $4 AND state IN ('waiting', 'sending', 'sent')";

/// Returns whether such an email is queued and not rendered yet.
pub async fn gathers(
    reader: impl Into<Reader<'_>>,
    row: QueuedEmails<'_>,
) -> Result<bool, StoreError> {
    let query = sql(GATHERS).bind(row.game.as_str()).bind(row.seat.0).bind(row.player.0);
    Ok(query.bind(row.kind).row_if(reader).await?.is_some())
}

/// Returns when the last such email was due.
pub async fn last_due(
    reader: impl Into<Reader<'_>>,
    row: QueuedEmails<'_>,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let query = sql(LAST).bind(row.game.as_str()).bind(row.seat.0).bind(row.player.0);
    query.bind(row.kind).row(reader).await?.time_if(0)
}
