//! The sender's operations on emails: claim, render, mark as sent or failed, drop.

use chrono::{DateTime, TimeDelta, Utc};

use super::included;
use super::kinds::Kinds;
use super::schedule::Schedule;
use super::{OutboxEmail, RenderedEmail};
use crate::error::StoreError;
use crate::sql::column::{FromRow, ms, span};
use crate::sql::unreadable_rows::readable;
use crate::sql::{Reader, Text, Tx, on_postgres, sql};

/// The first email of each recipient. `outbox_waiting_by_recipient` is walked from one recipient to
/// the next, so that thousands of emails to one recipient cost no more than one. Emails to one
/// person are sent one at a time, in the order in which they were queued. One that is being retried
/// does not block later ones. Sign-in emails are sent at once.
const DUE: Text = Text::Each {
    sqlite: "WITH RECURSIVE reader (name) AS (\
        SELECT min(recipient) FROM outbox INDEXED BY outbox_waiting_by_recipient \
            WHERE state = 'waiting' \
        UNION ALL SELECT (SELECT min(recipient) \
            FROM outbox INDEXED BY outbox_waiting_by_recipient \
            WHERE state = 'waiting' AND recipient > name) FROM reader WHERE name IS NOT NULL), \
    first (id, urgent) AS (\
        SELECT id, 1 FROM outbox INDEXED BY outbox_waiting_sign_in \
            WHERE state = 'waiting' AND kind = 'sign_in' AND due_at <= $1 \
        UNION ALL SELECT (SELECT id FROM outbox INDEXED BY outbox_waiting_by_recipient \
            WHERE state = 'waiting' AND recipient = name AND kind != 'sign_in' \
            AND due_at <= $1 AND ($4 = '[]' OR $4 LIKE '%\"' || kind || '\"%') \
            ORDER BY id LIMIT 1), 0 FROM reader \
        WHERE name IS NOT NULL AND NOT $3 AND NOT EXISTS (\
            SELECT 1 FROM outbox INDEXED BY outbox_sending_by_recipient \
            WHERE state = 'sending' AND recipient = name AND kind != 'sign_in')) \
    SELECT first.id FROM first JOIN outbox AS letter ON letter.id = first.id \
        ORDER BY urgent DESC, due_at, first.id LIMIT $2",
    postgres: on_postgres::DUE,
};
const TAKE: Text = Text::Each {
    sqlite: "UPDATE outbox SET state = 'sending', claimed_until = $1 + $2, \
    attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, $1) \
    WHERE id IN (SELECT value FROM json_each($3)) AND state = 'waiting' RETURNING *",
    postgres: on_postgres::TAKE,
};
const OVERDUE: &str = "SELECT 1 FROM outbox WHERE state = 'sending' AND claimed_until <= $1 \
    LIMIT 1";
/// An address that does not exist gets sign-in emails only.
const DROP_STOPPED: &str = "UPDATE outbox SET state = 'dropped', claimed_until = NULL, \
    payload = '{}', raw = NULL, last_error = 'email to this address is stopped' \
    WHERE state = 'waiting' AND kind != 'sign_in' \
    AND player IN (SELECT id FROM player WHERE email_stopped_at IS NOT NULL) RETURNING id";
/// Nothing is sent to a blocked player.
const DROP_BLOCKED: &str = "UPDATE outbox SET state = 'dropped', claimed_until = NULL, \
    payload = '{}', raw = NULL, last_error = 'the recipient is blocked' \
    WHERE state = 'waiting' \
    AND player IN (SELECT id FROM player WHERE blocked_at IS NOT NULL) RETURNING id";
const IS_STOPPED: &str = "SELECT 1 FROM outbox JOIN player ON player.id = outbox.player \
    WHERE outbox.id = $1 AND (blocked_at IS NOT NULL \
    OR kind != 'sign_in' AND email_stopped_at IS NOT NULL)";
const FINISH: &str = "UPDATE outbox SET subject = $1, text = $2, html = $3, address = $4, \
    raw = $5 WHERE id = $6 AND subject IS NULL";
const UNTOLD: &str = "UPDATE outbox SET unexplained_cards = $1 WHERE id = $2";
const SENT: &str = "UPDATE outbox SET state = 'sent', sent_at = $1, claimed_until = NULL, \
    last_error = NULL, payload = '{}', raw = NULL \
    WHERE id = $2 AND state IN ('sending', 'waiting')";
const DROP_CONTENT: &str = "UPDATE outbox SET html = NULL, \
    text = CASE WHEN kind IN ('sign_in', 'invitation') THEN NULL ELSE text END WHERE id = $1";
const LOOK: &str = "SELECT attempts, first_attempt_at FROM outbox WHERE id = $1 \
    AND state = 'sending'";
const AGAIN: &str = "UPDATE outbox SET state = 'waiting', due_at = $1, last_error = $2, \
    claimed_until = NULL WHERE id = $3";
const DIE: &str = "UPDATE outbox SET state = 'failed', last_error = $1, claimed_until = NULL, \
    payload = CASE kind WHEN 'sign_in' THEN '{}' ELSE payload END \
    WHERE id = $2 AND state IN ('sending', 'waiting')";
const LAPSED: &str = "UPDATE outbox SET state = 'waiting', due_at = $1, claimed_until = NULL, \
    last_error = 'the program stopped while sending' \
    WHERE state = 'sending' AND claimed_until <= $1";
const RELEASE: &str = "UPDATE outbox SET state = 'waiting', claimed_until = NULL, \
    attempts = attempts - 1, \
    first_attempt_at = CASE attempts WHEN 1 THEN NULL ELSE first_attempt_at END, \
    last_error = coalesce($2, last_error) \
    WHERE id = $1 AND state = 'sending'";
const WAIT: &str = "UPDATE outbox SET state = 'waiting', due_at = $2, claimed_until = NULL, \
    attempts = attempts - 1, \
    first_attempt_at = CASE attempts WHEN 1 THEN NULL ELSE first_attempt_at END \
    WHERE id = $1 AND state = 'sending'";
/// An email that was not rendered yet was not attempted, so the attempt does not count.
const RELEASE_ALL: &str = "UPDATE outbox SET state = 'waiting', claimed_until = NULL, \
    attempts = CASE WHEN subject IS NULL THEN attempts - 1 ELSE attempts END, \
    first_attempt_at = CASE WHEN subject IS NULL AND attempts = 1 THEN NULL \
    ELSE first_attempt_at END \
    WHERE state = 'sending'";
const DROP: &str = "UPDATE outbox SET state = 'dropped', claimed_until = NULL, last_error = $1, \
    payload = '{}', raw = NULL WHERE id = $2 AND state IN ('waiting', 'sending')";
const RETRY: &str = "UPDATE outbox SET state = 'waiting', due_at = $1, first_attempt_at = NULL, \
    attempts = 0, subject = NULL, text = NULL, html = NULL, raw = NULL, \
    unexplained_cards = NULL, address = CASE WHEN player IS NULL THEN address END \
    WHERE id = $2 AND state = 'failed'";
const THIN: &str = "UPDATE outbox SET text = NULL, html = NULL, raw = NULL, payload = '{}' \
    WHERE state IN ('sent', 'dropped', 'failed') AND coalesce(sent_at, created_at) < $1 \
    AND (text IS NOT NULL OR payload != '{}')";

const FORGET: &str = "DELETE FROM outbox WHERE kind = 'sign_in' AND player IS NULL \
    AND state IN ('sent', 'dropped', 'failed') AND coalesce(sent_at, created_at) < $1";

/// Returns the emails to claim next, at most `limit`. Sign-in emails come first, and they are the
/// only ones if `urgent` is set. Then follows the first email of each recipient among these kinds,
/// longest due first.
pub async fn due(
    reader: impl Into<Reader<'_>>,
    now: DateTime<Utc>,
    limit: u32,
    urgent: bool,
    kinds: &Kinds,
) -> Result<Vec<i64>, StoreError> {
    let query = sql(DUE).bind(ms(now)).bind(limit).bind(urgent).bind(kinds.text());
    let rows = query.rows(reader).await?;
    rows.iter().map(|row| row.get("id")).collect()
}

/// Claims these emails, if they are still queued, until the lease ends. An email whose row cannot
/// be read is given up, because it would block the recipient's other emails.
pub async fn take(
    tx: &mut Tx,
    ids: &[i64],
    now: DateTime<Utc>,
    lease: TimeDelta,
) -> Result<Vec<OutboxEmail>, StoreError> {
    for dropped in [DROP_STOPPED, DROP_BLOCKED] {
        for row in sql(dropped).rows(&mut *tx).await? {
            included::release(&mut *tx, row.get("id")?).await?;
        }
    }
    let place = serde_json::Value::from(ids.to_vec()).to_string();
    let query = sql(TAKE).bind(ms(now)).bind(span(lease)).bind(place);
    let mut emails: Vec<OutboxEmail> = Vec::with_capacity(ids.len());
    for row in query.rows(&mut *tx).await? {
        match readable(&row, OutboxEmail::from_row)? {
            Some(email) => emails.push(email),
            None => {
                let id: i64 = row.get("id")?;
                sql(DIE).bind("the outbox row cannot be read").bind(id).run(&mut *tx).await?;
                included::release(&mut *tx, id).await?;
            }
        }
    }
    emails.sort_by_key(|email| ids.iter().position(|id| *id == email.id));
    Ok(emails)
}

/// Returns whether a claim has expired.
pub async fn overdue(
    reader: impl Into<Reader<'_>>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    Ok(sql(OVERDUE).bind(ms(now)).row_if(reader).await?.is_some())
}

/// Returns whether email to this recipient is stopped, because the address does not exist or an
/// admin has blocked the player.
pub async fn is_stopped(tx: &mut Tx, id: i64) -> Result<bool, StoreError> {
    Ok(sql(IS_STOPPED).bind(id).row_if(tx).await?.is_some())
}

/// Stores the rendered email. Returns `false` if it was stored before.
pub async fn finish(tx: &mut Tx, id: i64, text: &RenderedEmail) -> Result<bool, StoreError> {
    let query = sql(FINISH)
        .bind(text.subject.as_str())
        .bind(text.text.as_str())
        .bind(text.html.as_deref())
        .bind(text.address.as_str())
        .bind(text.message.as_slice())
        .bind(id);
    Ok(query.run(tx).await? == 1)
}

/// Records new cards that an email has no room to explain.
pub async fn record_unexplained_cards(
    tx: &mut Tx,
    id: i64,
    cards: &[String],
) -> Result<(), StoreError> {
    if !cards.is_empty() {
        let names = serde_json::Value::from(cards).to_string();
        sql(UNTOLD).bind(names).bind(id).run(tx).await?;
    }
    Ok(())
}

/// Marks an email as sent, and deletes what was only needed for sending, including secrets.
pub async fn sent(tx: &mut Tx, id: i64, now: DateTime<Utc>) -> Result<(), StoreError> {
    sql(SENT).bind(ms(now)).bind(id).run(&mut *tx).await?;
    included::sent(tx, id).await
}

/// Deletes the HTML of a sent email, and all text of one that contains a sign-in or invitation
/// link.
pub async fn scrub_body(tx: &mut Tx, id: i64) -> Result<(), StoreError> {
    sql(DROP_CONTENT).bind(id).run(tx).await?;
    Ok(())
}

/// What happens after a failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Again {
    /// The email is retried at that time.
    At(DateTime<Utc>),
    /// The email is given up.
    Never,
}

/// Records a failed attempt. `schedule` says when to retry; without one the email is given up.
pub async fn failed(
    tx: &mut Tx,
    id: i64,
    now: DateTime<Utc>,
    error: &str,
    schedule: Option<&Schedule>,
) -> Result<Again, StoreError> {
    let row = sql(LOOK).bind(id).row(&mut *tx).await?;
    let first = row.time_if("first_attempt_at")?.unwrap_or(now);
    let attempts: u32 = row.get("attempts")?;
    let again = match schedule {
        Some(schedule) if now - first < schedule.give_up || schedule.begins(attempts) => {
            Again::At(now + schedule.pause(attempts))
        }
        _ => Again::Never,
    };
    match again {
        Again::At(due_at) => {
            sql(AGAIN).bind(ms(due_at)).bind(error).bind(id).run(tx).await?;
        }
        Again::Never => {
            sql(DIE).bind(error).bind(id).run(&mut *tx).await?;
            included::fail(tx, id, error).await?;
        }
    }
    Ok(again)
}

/// Releases expired claims and returns how many.
pub async fn reclaim_expired(tx: &mut Tx, now: DateTime<Utc>) -> Result<u64, StoreError> {
    sql(LAPSED).bind(ms(now)).run(tx).await
}

/// Releases a claimed email that was not attempted.
pub async fn release(tx: &mut Tx, id: i64) -> Result<(), StoreError> {
    put_off(tx, id, None).await
}

/// Releases an email that could not be attempted, with the reason. It is due as before, and the
/// attempt does not count.
pub async fn put_off(tx: &mut Tx, id: i64, why: Option<&str>) -> Result<(), StoreError> {
    sql(RELEASE).bind(id).bind(why).run(tx).await?;
    Ok(())
}

/// Postpones a claimed email, as if it had not been claimed.
pub async fn wait(tx: &mut Tx, id: i64, until: DateTime<Utc>) -> Result<(), StoreError> {
    sql(WAIT).bind(id).bind(ms(until)).run(tx).await?;
    Ok(())
}

/// Releases all claims and returns how many. Called when the only process starts or stops. On a
/// shared database this does nothing, because claims of other nodes remain theirs until they
/// expire.
pub async fn release_all(tx: &mut Tx) -> Result<u64, StoreError> {
    if tx.file().is_err() {
        return Ok(0);
    }
    sql(RELEASE_ALL).run(tx).await
}

/// Drops an email with the reason why it is not sent. What it carried is queued again.
pub async fn drop_one(tx: &mut Tx, id: i64, reason: &str) -> Result<(), StoreError> {
    if sql(DROP).bind(reason).bind(id).run(&mut *tx).await? == 1 {
        included::release(tx, id).await?;
    }
    Ok(())
}

/// Retries a failed email as if it had never been attempted; it is rendered from the current state.
/// The emails that it carried are queued again too. Returns whether there was one.
pub async fn retry(tx: &mut Tx, id: i64, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let retried = sql(RETRY).bind(ms(now)).bind(id).run(&mut *tx).await? == 1;
    if retried {
        included::forget(tx, id).await?;
    }
    Ok(retried)
}

/// Deletes the text of emails completed before that time. Their rows remain.
pub async fn purge_bodies(tx: &mut Tx, before: DateTime<Utc>) -> Result<u64, StoreError> {
    sql(THIN).bind(ms(before)).run(tx).await
}

/// Deletes sign-in emails to addresses without a player that were completed before that time.
pub async fn forget_sign_ins(tx: &mut Tx, before: DateTime<Utc>) -> Result<u64, StoreError> {
    sql(FORGET).bind(ms(before)).run(tx).await
}
