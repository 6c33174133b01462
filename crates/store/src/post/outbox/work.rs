//! What the sender does with letters: take up, finish, mark as sent or failed, drop.

use chrono::{DateTime, TimeDelta, Utc};

use super::kinds::Kinds;
use super::schedule::Schedule;
use super::{Letter, RenderedLetter};
use crate::error::StoreError;
use crate::sql::column::{FromRow, ms, span};
use crate::sql::passed_over::readable;
use crate::sql::{Reader, Text, Tx, on_postgres, sql};

/// Everybody's first letter, then; `outbox_waiting_by_recipient` is walked from one recipient to
/// the next, so that thousands of letters to one cost no more than one. Letters to one person
/// leave one after the other, in the order in which they were owed; one that is being retried
/// lets the next ones by. Sign-in letters wait for nobody.
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
/// Nothing but the way in goes to an address that does not exist.
const DROP_STOPPED: &str = "UPDATE outbox SET state = 'dropped', claimed_until = NULL, \
    payload = '{}', raw = NULL, last_error = 'email to this address is stopped' \
    WHERE state = 'waiting' AND kind != 'sign_in' \
    AND player IN (SELECT id FROM player WHERE email_stopped_at IS NOT NULL)";
const IS_STOPPED: &str = "SELECT 1 FROM outbox JOIN player ON player.id = outbox.player \
    WHERE outbox.id = $1 AND kind != 'sign_in' AND email_stopped_at IS NOT NULL";
const FINISH: &str = "UPDATE outbox SET subject = $1, text = $2, html = $3, address = $4, \
    raw = $5 WHERE id = $6 AND subject IS NULL";
const UNTOLD: &str = "UPDATE outbox SET unexplained_cards = $1 WHERE id = $2";
const SENT: &str = "UPDATE outbox SET state = 'sent', sent_at = $1, claimed_until = NULL, \
    last_error = NULL, payload = '{}', raw = NULL \
    WHERE id = $2 AND state IN ('sending', 'waiting')";
const HUSH: &str = "UPDATE outbox SET html = NULL, \
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
/// A letter whose bytes were not kept was not begun with, and its try does not count.
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

/// The letters to be taken up next, at most `limit`: sign-in letters first, and nothing else if
/// only the `urgent` ones are asked for; then everybody's first one of these kinds, the longest due
/// first.
pub async fn due(
    reader: impl Into<Reader<'_>>,
    now: DateTime<Utc>,
    limit: u32,
    urgent: bool,
    kinds: &Kinds,
) -> Result<Vec<i64>, StoreError> {
    let query = sql(DUE).bind(ms(now)).bind(limit).bind(urgent).bind(kinds.text());
    let rows = query.rows(reader).await?;
    rows.iter().map(|row| row.get(0)).collect()
}

/// Takes these letters up, if they still wait. They are this worker's until the lease is over. One
/// whose row cannot be read is given up: its reader's other letters must not wait behind it.
pub async fn take(
    tx: &mut Tx,
    ids: &[i64],
    now: DateTime<Utc>,
    lease: TimeDelta,
) -> Result<Vec<Letter>, StoreError> {
    sql(DROP_STOPPED).run(tx).await?;
    let place = serde_json::Value::from(ids.to_vec()).to_string();
    let query = sql(TAKE).bind(ms(now)).bind(span(lease)).bind(place);
    let mut letters: Vec<Letter> = Vec::with_capacity(ids.len());
    for row in query.rows(&mut *tx).await? {
        match readable(&row, Letter::from_row)? {
            Some(letter) => letters.push(letter),
            None => {
                let id: i64 = row.get("id")?;
                sql(DIE).bind("the outbox row cannot be read").bind(id).run(&mut *tx).await?;
            }
        }
    }
    letters.sort_by_key(|letter| ids.iter().position(|id| *id == letter.id));
    Ok(letters)
}

/// Whether a worker has kept a letter for longer than it may.
pub async fn overdue(
    reader: impl Into<Reader<'_>>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    Ok(sql(OVERDUE).bind(ms(now)).row_if(reader).await?.is_some())
}

/// Whether nothing goes to this letter's reader any more: the address does not exist.
pub async fn is_stopped(tx: &mut Tx, id: i64) -> Result<bool, StoreError> {
    Ok(sql(IS_STOPPED).bind(id).row_if(tx).await?.is_some())
}

/// Keeps the text of a letter. Only the first time: tells whether this was it.
pub async fn finish(tx: &mut Tx, id: i64, text: &RenderedLetter) -> Result<bool, StoreError> {
    let query = sql(FINISH)
        .bind(text.subject.as_str())
        .bind(text.text.as_str())
        .bind(text.html.as_deref())
        .bind(text.address.as_str())
        .bind(text.message.as_slice())
        .bind(id);
    Ok(query.run(tx).await? == 1)
}

/// Notes the new cards of which a letter has no room to tell.
pub async fn leave_untold(tx: &mut Tx, id: i64, cards: &[String]) -> Result<(), StoreError> {
    if !cards.is_empty() {
        let names = serde_json::Value::from(cards).to_string();
        sql(UNTOLD).bind(names).bind(id).run(tx).await?;
    }
    Ok(())
}

/// The mail server has taken it. What only the sending needed is dropped with its secrets.
pub async fn sent(tx: &mut Tx, id: i64, now: DateTime<Utc>) -> Result<(), StoreError> {
    sql(SENT).bind(ms(now)).bind(id).run(tx).await?;
    Ok(())
}

/// Forgets how a sent letter looked, and all of one that lets its reader in somewhere: nobody
/// reads it here.
pub async fn scrub_body(tx: &mut Tx, id: i64) -> Result<(), StoreError> {
    sql(HUSH).bind(id).run(tx).await?;
    Ok(())
}

/// What comes after a failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Again {
    /// The letter is tried again at that moment.
    At(DateTime<Utc>),
    /// The letter is given up: it was tried often enough.
    Never,
}

/// It could not be sent. `schedule` says when to try again; without one it never is.
pub async fn failed(
    tx: &mut Tx,
    id: i64,
    now: DateTime<Utc>,
    error: &str,
    schedule: Option<&Schedule>,
) -> Result<Again, StoreError> {
    let row = sql(LOOK).bind(id).row(&mut *tx).await?;
    let first = row.time_if(1)?.unwrap_or(now);
    let attempts: u32 = row.get(0)?;
    let again = match schedule {
        Some(schedule) if now - first < schedule.give_up || schedule.begins(attempts) => {
            Again::At(now + schedule.pause(attempts))
        }
        _ => Again::Never,
    };
    let query = match again {
        Again::At(due_at) => sql(AGAIN).bind(ms(due_at)).bind(error).bind(id),
        Again::Never => sql(DIE).bind(error).bind(id),
    };
    query.run(tx).await?;
    Ok(again)
}

/// Gives back the letters of workers that did not come back. Tells how many.
pub async fn reclaim_expired(tx: &mut Tx, now: DateTime<Utc>) -> Result<u64, StoreError> {
    sql(LAPSED).bind(ms(now)).run(tx).await
}

/// Gives back a letter that was taken up and not tried.
pub async fn release(tx: &mut Tx, id: i64) -> Result<(), StoreError> {
    put_off(tx, id, None).await
}

/// The same for one that could not be tried, with the reason: it is due as before, and the try
/// does not count.
pub async fn put_off(tx: &mut Tx, id: i64, why: Option<&str>) -> Result<(), StoreError> {
    sql(RELEASE).bind(id).bind(why).run(tx).await?;
    Ok(())
}

/// Has a letter wait till then, as if it had not been taken up.
pub async fn wait(tx: &mut Tx, id: i64, until: DateTime<Utc>) -> Result<(), StoreError> {
    sql(WAIT).bind(id).bind(ms(until)).run(tx).await?;
    Ok(())
}

/// Gives back everything that was taken up: nobody works on it, because the one process that may
/// is only starting, or stopping. Tells how many. Where other nodes may be at work as well, what
/// they have taken up is theirs until the lease is over.
pub async fn release_all(tx: &mut Tx) -> Result<u64, StoreError> {
    if tx.file().is_err() {
        return Ok(0);
    }
    sql(RELEASE_ALL).run(tx).await
}

/// Drops one letter, with the reason why it is not sent.
pub async fn drop_one(tx: &mut Tx, id: i64, reason: &str) -> Result<(), StoreError> {
    sql(DROP).bind(reason).bind(id).run(tx).await?;
    Ok(())
}

/// Tries a dead letter anew, as if it had never been tried: it is written from what is true then.
/// Tells whether there was one.
pub async fn retry(tx: &mut Tx, id: i64, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let query = sql(RETRY).bind(ms(now)).bind(id);
    Ok(query.run(tx).await? == 1)
}

/// Drops the text of letters that were done with before then. That they were sent stays known.
pub async fn purge_bodies(tx: &mut Tx, before: DateTime<Utc>) -> Result<u64, StoreError> {
    sql(THIN).bind(ms(before)).run(tx).await
}
