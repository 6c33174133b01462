//! Stores decisions, each in its own transaction. PostgreSQL takes one statement at a time, each of
//! which unpacks prepared rows of text.
//!
//! As with a file, the game's row serialises decisions. It is updated first, and only from the
//! version on which the decision is based. A concurrent decision waits for that row and then finds
//! it changed. The same applies to a decision from before a failover.

use crate::error::StoreError;
use crate::log::commit::{Commit, CommitOutcome, Settled};
use crate::sql::{Tx, sql};

const BEFORE: &str = "SELECT game AS about, seq, content_hash, response, created_at \
    FROM idempotency_key WHERE key = decode(CAST($1 AS json) ->> 'key', 'hex')";
const FIRST: &str = "INSERT INTO game (id, title, name, status, seat_count, opened_at, changed_at, \
    last_seq, head, public) SELECT fresh.id, fresh.title, fresh.name, fresh.status, \
    fresh.seat_count, fresh.opened_at, fresh.changed_at, fresh.last_seq, \
    decode(fresh.head, 'hex'), fresh.public \
    FROM json_to_record(CAST($1 AS json)) AS fresh (id text, after bigint, title text, name text, \
    status text, seat_count bigint, opened_at bigint, changed_at bigint, last_seq bigint, \
    head text, public bigint) WHERE fresh.after = 0 ON CONFLICT (id) DO NOTHING";
const NEXT: &str = "UPDATE game SET status = fresh.status, changed_at = fresh.changed_at, \
    last_seq = fresh.last_seq, head = decode(fresh.head, 'hex') \
    FROM json_to_record(CAST($1 AS json)) AS fresh (id text, after bigint, status text, \
    changed_at bigint, last_seq bigint, head text) \
    WHERE game.id = fresh.id AND game.last_seq = fresh.after \
    AND (CAST($2 AS text) = '' OR game.head = decode($2, 'hex')) AND (CAST($3 AS text) = '' \
    OR $3 = substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))";

const EVENTS: &str = "INSERT INTO event \
    (game, seq, at, kind, seat, act, visibility, facts, draws, nonce, hash) \
    SELECT game, seq, at, kind, seat, act, visibility, facts, draws, \
    decode(nonce, 'hex'), decode(hash, 'hex') \
    FROM json_to_recordset(CAST($1 AS json)) AS fresh (game text, seq bigint, at bigint, \
    kind text, seat bigint, act text, visibility text, facts text, draws text, nonce text, \
    hash text)";
const ANSWERED: &str = "INSERT INTO idempotency_key \
    (key, game, seq, content_hash, response, created_at) \
    SELECT decode(key, 'hex'), game, seq, decode(content_hash, 'hex'), response, created_at \
    FROM json_to_recordset(CAST($1 AS json)) AS fresh (key text, game text, seq bigint, \
    content_hash text, response text, created_at bigint)";
const NO_CLOCKS: &str = "DELETE FROM deadline WHERE game = $1";
const CLOCKS: &str = "INSERT INTO deadline \
    (game, seat, decision, asked_at, due_at, next_action_at, reminder_stage) \
    SELECT game, seat, decision, asked_at, due_at, next_action_at, reminder_stage \
    FROM json_to_recordset(CAST($1 AS json)) AS fresh (game text, seat bigint, decision text, \
    asked_at bigint, due_at bigint, next_action_at bigint, reminder_stage bigint)";
const HEADS: &str = "INSERT INTO known_head (game, seq, head) \
    SELECT game, seq, decode(head, 'hex') FROM json_to_recordset(CAST($1 AS json)) \
    AS fresh (game text, seq bigint, head text) ON CONFLICT DO NOTHING";
const EMAILS: &str = "INSERT INTO outbox (message_id, player, address, kind, game, seat, seq, \
    payload, reference_ids, created_at, due_at) SELECT message_id, player, address, kind, game, \
    seat, seq, payload, reference_ids, created_at, due_at \
    FROM json_to_recordset(CAST($1 AS json)) AS fresh (message_id text, player bigint, \
    address text, kind text, game text, seat bigint, seq bigint, payload text, \
    reference_ids text, created_at bigint, due_at bigint)";

/// Stores a decision as a part of a write job.
pub(crate) async fn store(tx: &mut Tx, commit: &Commit) -> Settled {
    if let Some(answered) = sql(BEFORE).bind(commit.gate.as_str()).one_if(&mut *tx).await? {
        return Ok(CommitOutcome::Duplicate(answered));
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
