//! Stores decisions, each in its own transaction. PostgreSQL takes one statement at a time, each of
//! which unpacks prepared rows of text.
//!
//! As with a file, the game's row serialises decisions. It is updated first, and only from the
//! version on which the decision is based. A concurrent decision waits for that row and then finds
//! it changed. The same applies to a decision from before a failover.

use crate::error::StoreError;
use crate::log::commit::{Commit, CommitOutcome, Settled};
use crate::sql::{Tx, sql};
use crate::sqlite::decisions::answer;

const BEFORE: &str = "SELECT game AS about, seq, content_hash, response, created_at \
    FROM idempotency_key WHERE key = decode(CAST($1 AS json) ->> 11, 'hex')";
const FIRST: &str = "INSERT INTO game (id, title, name, status, seat_count, opened_at, changed_at, \
    last_seq, head, public) SELECT value ->> 0, value ->> 2, value ->> 3, value ->> 4, \
    CAST(value ->> 5 AS bigint), CAST(value ->> 6 AS bigint), CAST(value ->> 7 AS bigint), \
    CAST(value ->> 8 AS bigint), decode(value ->> 9, 'hex'), CAST(value ->> 10 AS bigint) \
    FROM (SELECT CAST($1 AS json) AS value) AS fresh WHERE value ->> 1 = '0' \
    ON CONFLICT (id) DO NOTHING";
const NEXT: &str = "UPDATE game SET status = value ->> 4, \
    changed_at = CAST(value ->> 7 AS bigint), last_seq = CAST(value ->> 8 AS bigint), \
    head = decode(value ->> 9, 'hex') FROM (SELECT CAST($1 AS json) AS value) AS fresh \
    WHERE game.id = value ->> 0 AND game.last_seq = CAST(value ->> 1 AS bigint) \
    AND (CAST($2 AS text) = '' OR game.head = decode($2, 'hex')) AND (CAST($3 AS text) = '' \
    OR $3 = substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))";

const EVENTS: &str = "INSERT INTO event \
    (game, seq, at, kind, seat, act, visibility, facts, draws, nonce, hash) \
    SELECT value ->> 0, CAST(value ->> 1 AS bigint), CAST(value ->> 2 AS bigint), value ->> 3, \
    CAST(value ->> 4 AS bigint), value ->> 5, value ->> 6, value ->> 7, value ->> 8, \
    decode(value ->> 9, 'hex'), decode(value ->> 10, 'hex') \
    FROM json_array_elements(CAST($1 AS json)) AS fresh (value)";
const ANSWERED: &str = "INSERT INTO idempotency_key \
    (key, game, seq, content_hash, response, created_at) \
    SELECT decode(value ->> 0, 'hex'), value ->> 1, CAST(value ->> 2 AS bigint), \
    decode(value ->> 3, 'hex'), value ->> 4, CAST(value ->> 5 AS bigint) \
    FROM json_array_elements(CAST($1 AS json)) AS fresh (value)";
const NO_CLOCKS: &str = "DELETE FROM deadline WHERE game = $1";
const CLOCKS: &str = "INSERT INTO deadline \
    (game, seat, decision, asked_at, due_at, next_action_at, reminder_stage) \
    SELECT value ->> 0, CAST(value ->> 1 AS bigint), value ->> 2, CAST(value ->> 3 AS bigint), \
    CAST(value ->> 4 AS bigint), CAST(value ->> 5 AS bigint), CAST(value ->> 6 AS bigint) \
    FROM json_array_elements(CAST($1 AS json)) AS fresh (value)";
const HEADS: &str = "INSERT INTO known_head (game, seq, head) SELECT value ->> 0, \
    CAST(value ->> 1 AS bigint), decode(value ->> 2, 'hex') \
    FROM json_array_elements(CAST($1 AS json)) AS fresh (value) ON CONFLICT DO NOTHING";
const EMAILS: &str = "INSERT INTO outbox (message_id, player, address, kind, game, seat, seq, \
    payload, reference_ids, created_at, due_at) SELECT value ->> 0, CAST(value ->> 1 AS bigint), \
    value ->> 2, value ->> 3, value ->> 4, CAST(value ->> 5 AS bigint), \
    CAST(value ->> 6 AS bigint), value ->> 7, value ->> 8, CAST(value ->> 9 AS bigint), \
    CAST(value ->> 10 AS bigint) FROM json_array_elements(CAST($1 AS json)) AS fresh (value)";

/// Stores a decision as a part of a write job.
pub(crate) async fn store(tx: &mut Tx, commit: &Commit) -> Settled {
    if let Some(row) = sql(BEFORE).bind(commit.gate.as_str()).row_if(&mut *tx).await? {
        return Ok(CommitOutcome::Duplicate(answer(&row)?));
    }
    let first = sql(FIRST).bind(commit.gate.as_str()).run(&mut *tx).await?;
    if first == 0 {
        // In the form used in the names of write-ahead log files.
        let history = commit.timeline.map(|timeline| format!("{timeline:08X}")).unwrap_or_default();
        let next = sql(NEXT).bind(commit.gate.as_str()).bind(commit.before.as_str()).bind(history);
        if next.run(&mut *tx).await? == 0 {
            return Err(StoreError::Conflict);
        }
    }
    put(tx, EVENTS, &commit.events).await?;
    put(tx, ANSWERED, &commit.answered).await?;
    sql(NO_CLOCKS).bind(commit.game.as_str()).run(&mut *tx).await?;
    put(tx, CLOCKS, &commit.waiting).await?;
    put(tx, HEADS, &commit.known_heads).await?;
    put(tx, EMAILS, &commit.emails).await?;
    Ok(CommitOutcome::Stored)
}

/// Writes a table's rows, if there are any.
async fn put(tx: &mut Tx, statement: &'static str, rows: &str) -> Result<(), StoreError> {
    if !rows.is_empty() {
        sql(statement).bind(format!("[{rows}]")).run(tx).await?;
    }
    Ok(())
}
