//! Queries on the outbox: for its page, for health checks, and for finding the email that a reply
//! refers to.

use chrono::{DateTime, Utc};

use super::kinds::Kinds;
use super::{OutboxEmail, OutboxState};
use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::column::ms;
use crate::sql::{Reader, sql};
use ravenpost_log::GameId;

const GET: &str = "SELECT * FROM outbox WHERE id = $1";
/// Lists omit the texts of emails.
const LIST: &str = "SELECT id, message_id, player, address, kind, game, seat, seq, payload, \
    reference_ids, created_at, due_at, state, attempts, first_attempt_at, last_error, \
    claimed_until, subject, NULL AS text, NULL AS html, NULL AS raw, sent_at \
    FROM outbox WHERE state = $1 ORDER BY id DESC LIMIT $2";
const OF_PLAYER: &str = "SELECT id, message_id, player, address, kind, game, seat, seq, \
    payload, reference_ids, created_at, due_at, state, attempts, first_attempt_at, last_error, \
    claimed_until, NULL AS subject, NULL AS text, NULL AS html, NULL AS raw, sent_at \
    FROM outbox WHERE player = $1 ORDER BY id DESC LIMIT $2";
const OF_GAME: &str = "SELECT id, message_id, player, address, kind, game, seat, seq, \
    payload, reference_ids, created_at, due_at, state, attempts, first_attempt_at, last_error, \
    claimed_until, NULL AS subject, NULL AS text, NULL AS html, NULL AS raw, sent_at \
    FROM outbox WHERE game = $1 ORDER BY id DESC LIMIT $2";
/// The oldest come first, because whatever blocks the queue is among them.
const WAITING: &str = "SELECT id, message_id, player, address, kind, game, seat, seq, payload, \
    reference_ids, created_at, due_at, state, attempts, first_attempt_at, last_error, \
    claimed_until, NULL AS subject, NULL AS text, NULL AS html, NULL AS raw, sent_at \
    FROM outbox WHERE state = $1 ORDER BY id LIMIT $2";
/// Emails to a player that are not rendered yet.
const WAITING_FOR: &str = "SELECT id, message_id, player, address, kind, game, seat, seq, \
    payload, reference_ids, created_at, due_at, state, attempts, first_attempt_at, last_error, \
    claimed_until, NULL AS subject, NULL AS text, NULL AS html, NULL AS raw, sent_at \
    FROM outbox WHERE player = $1 AND state = 'waiting' AND subject IS NULL \
    ORDER BY id LIMIT $2";
const COUNTS: &str = "SELECT \
    (SELECT count(*) FROM outbox WHERE state = 'waiting') AS waiting, \
    (SELECT count(*) FROM outbox WHERE state = 'sending') AS sending, \
    (SELECT count(*) FROM outbox WHERE state = 'failed') AS dead, \
    (SELECT min(due_at) FROM outbox WHERE state = 'waiting') AS due, \
    (SELECT min(CASE WHEN first_attempt_at < due_at THEN first_attempt_at ELSE due_at END) \
        FROM outbox WHERE state IN ('waiting', 'sending') \
        AND (due_at <= $1 OR first_attempt_at <= $1)) AS oldest, \
    (SELECT count(*) FROM outbox WHERE state = 'waiting' AND attempts > 0) AS refused";
const NEXT: &str = "SELECT min(moment) AS moment FROM (\
    SELECT min(due_at) AS moment FROM outbox WHERE state = 'waiting' \
    AND ($1 = '[]' OR $1 LIKE '%\"' || kind || '\"%') \
    UNION ALL SELECT min(claimed_until) FROM outbox WHERE state = 'sending') AS moments";

/// Returns an email with its text.
pub async fn get(reader: impl Into<Reader<'_>>, id: i64) -> Result<OutboxEmail, StoreError> {
    sql(GET).bind(id).one(reader).await
}

/// Returns emails in a state, newest first, without their texts.
pub async fn list(
    reader: impl Into<Reader<'_>>,
    state: OutboxState,
    limit: u32,
) -> Result<Vec<OutboxEmail>, StoreError> {
    sql(LIST).bind(state.word()).bind(limit).readable(reader).await
}

/// Returns emails in a state, oldest first, without their texts.
pub async fn oldest(
    reader: impl Into<Reader<'_>>,
    state: OutboxState,
    limit: u32,
) -> Result<Vec<OutboxEmail>, StoreError> {
    sql(WAITING).bind(state.word()).bind(limit).readable(reader).await
}

/// Returns emails to a player, newest first, without their texts.
pub async fn of_player(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
    limit: u32,
) -> Result<Vec<OutboxEmail>, StoreError> {
    sql(OF_PLAYER).bind(player.0).bind(limit).readable(reader).await
}

/// Returns emails about a game, newest first, without their texts.
pub async fn of_game(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    limit: u32,
) -> Result<Vec<OutboxEmail>, StoreError> {
    sql(OF_GAME).bind(game.as_str()).bind(limit).readable(reader).await
}

/// Returns queued emails to a player that are not rendered yet, oldest first.
pub async fn waiting_for(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
    limit: u32,
) -> Result<Vec<OutboxEmail>, StoreError> {
    sql(WAITING_FOR).bind(player.0).bind(limit).readable(reader).await
}

/// The state of the outbox.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub waiting: u64,
    pub sending: u64,
    pub dead: u64,
    /// When the next email is due. A time in the past means that it is late.
    pub due: Option<DateTime<Utc>>,
    /// When the unsent email that has waited longest was first due; `None` if none is due yet.
    pub oldest: Option<DateTime<Utc>>,
    /// Queued emails that were attempted before.
    pub refused: u64,
}

/// Counts unsent emails.
pub async fn counts(
    reader: impl Into<Reader<'_>>,
    now: DateTime<Utc>,
) -> Result<Counts, StoreError> {
    let row = sql(COUNTS).bind(ms(now)).row(reader).await?;
    Ok(Counts {
        waiting: row.count("waiting")?,
        sending: row.count("sending")?,
        dead: row.count("dead")?,
        due: row.moment_near("due")?,
        oldest: row.moment_near("oldest")?,
        refused: row.count("refused")?,
    })
}

/// Returns when the next email of these kinds is due, which may be in the past.
pub async fn next_moment(
    reader: impl Into<Reader<'_>>,
    kinds: &Kinds,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    sql(NEXT).bind(kinds.text()).row(reader).await?.moment_near("moment")
}
