//! What the sender does with letters: take up, finish, mark as sent or failed, drop.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::{Row, SqliteConnection};

use super::super::column::{Columns, ms, span};
use super::{Finished, GameId, Letter, Schedule, StoreError};
use crate::rules::Seat;

const CLAIM: &str = "UPDATE outbox SET state = 'sending', lease_until = ?1 + ?2, \
    attempts = attempts + 1, first_at = coalesce(first_at, ?1) \
    WHERE id IN (SELECT id FROM outbox WHERE state = 'waiting' AND due_at <= ?1 \
        ORDER BY due_at, id LIMIT ?3) RETURNING *";
const FINISH: &str = "UPDATE outbox SET subject = ?, text = ?, html = ?, picture = ?, address = ?, \
    message = ? WHERE id = ? AND subject IS NULL";
const SENT: &str = "UPDATE outbox SET state = 'sent', sent_at = ?, lease_until = NULL, \
    last_error = NULL, message = NULL WHERE id = ? AND state IN ('sending', 'waiting')";
const LOOK: &str = "SELECT attempts, first_at FROM outbox WHERE id = ? AND state = 'sending'";
const AGAIN: &str = "UPDATE outbox SET state = 'waiting', due_at = ?, last_error = ?, \
    lease_until = NULL WHERE id = ?";
const DIE: &str = "UPDATE outbox SET state = 'dead', last_error = ?, lease_until = NULL \
    WHERE id = ? AND state IN ('sending', 'waiting')";
const LAPSED: &str = "UPDATE outbox SET state = 'waiting', due_at = ?1, lease_until = NULL, \
    last_error = 'the program stopped while sending' \
    WHERE state = 'sending' AND lease_until <= ?1";
const RELEASE: &str = "UPDATE outbox SET state = 'waiting', lease_until = NULL, \
    attempts = attempts - 1, first_at = CASE attempts WHEN 1 THEN NULL ELSE first_at END \
    WHERE id = ? AND state = 'sending'";
const STALE: &str = "UPDATE outbox SET state = 'dropped', lease_until = NULL \
    WHERE game = ? AND seat = ? AND state = 'waiting' \
    AND kind IN (SELECT value FROM json_each(?))";
const DROP: &str = "UPDATE outbox SET state = 'dropped', lease_until = NULL, last_error = ? \
    WHERE id = ? AND state IN ('waiting', 'sending')";
const RETRY: &str = "UPDATE outbox SET state = 'waiting', due_at = ?, first_at = NULL \
    WHERE id = ? AND state = 'dead'";
const THIN: &str = "UPDATE outbox SET text = NULL, html = NULL, picture = NULL, \
    message = NULL WHERE state IN ('sent', 'dropped') \
    AND coalesce(sent_at, created_at) < ? AND text IS NOT NULL";

/// Takes up to `limit` letters that are due, the longest due first. They are this worker's until
/// the lease is over.
pub async fn claim(
    conn: &mut SqliteConnection,
    now: DateTime<Utc>,
    lease: TimeDelta,
    limit: u32,
) -> Result<Vec<Letter>, StoreError> {
    let query = sqlx::query_as(CLAIM).bind(ms(now)).bind(span(lease)).bind(limit);
    let mut letters: Vec<Letter> = query.fetch_all(conn).await?;
    letters.sort_by_key(|letter| (letter.owed.due_at, letter.id));
    Ok(letters)
}

/// Keeps the text of a letter. Only the first time: tells whether this was it.
pub async fn finish(
    conn: &mut SqliteConnection,
    id: i64,
    text: &Finished,
) -> Result<bool, StoreError> {
    let query = sqlx::query(FINISH)
        .bind(text.subject.as_str())
        .bind(text.text.as_str())
        .bind(text.html.as_deref())
        .bind(text.picture.as_deref())
        .bind(text.address.as_str())
        .bind(text.message.as_slice())
        .bind(id);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// The mail server has taken it. The message is dropped: it is not sent again.
pub async fn sent(
    conn: &mut SqliteConnection,
    id: i64,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query(SENT).bind(ms(now)).bind(id).execute(conn).await?;
    Ok(())
}

/// What comes after a failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Again {
    /// Tried again then.
    At(DateTime<Utc>),
    /// Given up.
    Never,
}

/// It could not be sent. `schedule` says when to try again; without one it never is.
pub async fn failed(
    conn: &mut SqliteConnection,
    id: i64,
    now: DateTime<Utc>,
    (error, schedule): (&str, Option<&Schedule>),
) -> Result<Again, StoreError> {
    let row = sqlx::query(LOOK).bind(id).fetch_one(&mut *conn).await?;
    let first = row.time_if(1)?.unwrap_or(now);
    let attempts: u32 = row.try_get(0)?;
    let again = match schedule {
        Some(schedule) if now - first < schedule.give_up => {
            Again::At(now + schedule.pause(attempts))
        }
        _ => Again::Never,
    };
    let query = match again {
        Again::At(due_at) => sqlx::query(AGAIN).bind(ms(due_at)).bind(error).bind(id),
        Again::Never => sqlx::query(DIE).bind(error).bind(id),
    };
    query.execute(conn).await?;
    Ok(again)
}

/// Gives back the letters of workers that did not come back. Tells how many.
pub async fn lapsed(conn: &mut SqliteConnection, now: DateTime<Utc>) -> Result<u64, StoreError> {
    Ok(sqlx::query(LAPSED).bind(ms(now)).execute(conn).await?.rows_affected())
}

/// Gives back a letter that was taken up and not tried.
pub async fn release(conn: &mut SqliteConnection, id: i64) -> Result<(), StoreError> {
    sqlx::query(RELEASE).bind(id).execute(conn).await?;
    Ok(())
}

/// Drops the waiting letters of these kinds to a seat, because the game has moved on.
pub async fn drop_stale(
    conn: &mut SqliteConnection,
    game: &GameId,
    seat: Seat,
    kinds: &[&str],
) -> Result<u64, StoreError> {
    let kinds = serde_json::Value::from(kinds.to_vec()).to_string();
    let query = sqlx::query(STALE).bind(game.as_str()).bind(seat.0).bind(kinds);
    Ok(query.execute(conn).await?.rows_affected())
}

/// Drops one letter, with the reason why it is not sent.
pub async fn drop_one(
    conn: &mut SqliteConnection,
    id: i64,
    reason: &str,
) -> Result<(), StoreError> {
    sqlx::query(DROP).bind(reason).bind(id).execute(conn).await?;
    Ok(())
}

/// Tries a dead letter anew, as if it had never been tried. Tells whether there was one.
pub async fn retry(
    conn: &mut SqliteConnection,
    id: i64,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let query = sqlx::query(RETRY).bind(ms(now)).bind(id);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Drops the text of letters that were done with before then. That they were sent stays known.
pub async fn thin(conn: &mut SqliteConnection, before: DateTime<Utc>) -> Result<u64, StoreError> {
    Ok(sqlx::query(THIN).bind(ms(before)).execute(conn).await?.rows_affected())
}
