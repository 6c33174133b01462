//! Stores decisions in batches: each table is written by one statement, which unpacks prepared rows
//! of text. `jsonb_each` yields the rows in SQLite's binary form. With `json_each` each `->>` would
//! write the row as text and parse it again, which takes longer than the insertion.
//!
//! The game's row serialises decisions: it is updated first, and only from the version on which the
//! decision is based. If no row matches, another decision was stored first, and nothing else is
//! written.

use crate::error::StoreError;
use crate::log::commit::{Commit, CommitOutcome, Settled, text};
use crate::log::idempotency::Answered;
use crate::sql::column::FromRow;
use crate::sql::{Tx, sql};
use ravenpost_log::GameId;

macro_rules! gate {
    () => {
        "SELECT new.value ->> 'id' AS game, idempotency_key.game AS about, idempotency_key.seq, \
            idempotency_key.content_hash, \
            idempotency_key.response, idempotency_key.created_at FROM jsonb_each($1) AS new \
            JOIN idempotency_key ON idempotency_key.key = unhex(new.value ->> 'key'); \
         INSERT INTO game (id, title, name, status, seat_count, opened_at, changed_at, last_seq, \
            head, public) SELECT value ->> 'id', value ->> 'title', value ->> 'name', \
            value ->> 'status', value ->> 'seat_count', value ->> 'opened_at', \
            value ->> 'changed_at', value ->> 'last_seq', unhex(value ->> 'head'), \
            value ->> 'public' FROM jsonb_each($1) WHERE value ->> 'after' = 0 \
            AND NOT EXISTS (SELECT 1 FROM idempotency_key \
                WHERE idempotency_key.key = unhex(value ->> 'key')) \
            ON CONFLICT (id) DO NOTHING RETURNING id; \
         UPDATE game SET status = new.status, changed_at = new.changed_at, \
            last_seq = new.last_seq, head = unhex(new.head) FROM (SELECT value ->> 'id' AS id, \
            value ->> 'after' AS after, value ->> 'status' AS status, \
            value ->> 'changed_at' AS changed_at, value ->> 'last_seq' AS last_seq, \
            value ->> 'head' AS head, value ->> 'key' AS key \
            FROM jsonb_each($1)) AS new WHERE game.id = new.id AND game.last_seq = new.after \
            AND NOT EXISTS (SELECT 1 FROM idempotency_key WHERE idempotency_key.key = \
            unhex(new.key)) \
            RETURNING id"
    };
}

macro_rules! put {
    () => {
        "INSERT INTO event (game, seq, at, kind, seat, act, visibility, facts, draws, nonce, \
            hash) SELECT value ->> 'game', value ->> 'seq', value ->> 'at', value ->> 'kind', \
            value ->> 'seat', value ->> 'act', value ->> 'visibility', value ->> 'facts', \
            value ->> 'draws', unhex(value ->> 'nonce'), unhex(value ->> 'hash') \
            FROM jsonb_each($1); \
         INSERT INTO idempotency_key (key, game, seq, content_hash, response, created_at) \
            SELECT unhex(value ->> 'key'), value ->> 'game', value ->> 'seq', \
            unhex(value ->> 'content_hash'), value ->> 'response', value ->> 'created_at' \
            FROM jsonb_each($2); \
         DELETE FROM deadline WHERE game IN (SELECT value FROM json_each($3)); \
         INSERT INTO deadline (game, seat, decision, asked_at, due_at, next_action_at, \
            reminder_stage) SELECT value ->> 'game', value ->> 'seat', value ->> 'decision', \
            value ->> 'asked_at', value ->> 'due_at', value ->> 'next_action_at', \
            value ->> 'reminder_stage' FROM jsonb_each($4); \
         INSERT INTO known_head (game, seq, head) SELECT value ->> 'game', value ->> 'seq', \
            unhex(value ->> 'head') FROM jsonb_each($5) WHERE true ON CONFLICT DO NOTHING; \
         INSERT INTO outbox (message_id, player, address, kind, game, seat, seq, payload, \
            reference_ids, created_at, due_at) SELECT value ->> 'message_id', \
            value ->> 'player', value ->> 'address', value ->> 'kind', value ->> 'game', \
            value ->> 'seat', value ->> 'seq', value ->> 'payload', value ->> 'reference_ids', \
            value ->> 'created_at', value ->> 'due_at' FROM jsonb_each($6)"
    };
}

// Statements are combined where possible, because each round trip to the database thread costs as
// much as a small statement. If one fails, those after it are not run.
pub(super) const GATE: &str = gate!();
pub(super) const BEGIN_AND_GATE: &str = concat!("BEGIN IMMEDIATE; SAVEPOINT job; ", gate!());
const PUT: &str = put!();
pub(super) const PUT_AND_KEEP: &str = concat!(put!(), "; RELEASE job; SAVEPOINT job");
pub(super) const PUT_AND_COMMIT: &str = concat!(put!(), "; RELEASE job; COMMIT");

/// The accepted decisions: the games whose rows were updated, and the responses to repeated
/// requests.
pub(super) struct Passed {
    games: Vec<GameId>,
    before: Vec<(GameId, Answered)>,
}

/// Stores a single decision as a part of a write job.
pub(crate) async fn alone(tx: &mut Tx, commit: &Commit) -> Settled {
    let outcome = gate(tx, GATE, &[commit]).await?.outcome(commit)?;
    if outcome == CommitOutcome::Stored {
        put(tx, PUT, &[commit]).await?;
    }
    Ok(outcome)
}

/// Updates the rows of games that have not changed since the decisions. Each decision is of a
/// different game.
pub(super) async fn gate(
    tx: &mut Tx,
    statement: &'static str,
    commits: &[&Commit],
) -> Result<Passed, StoreError> {
    let gates = list(commits, |commit| &commit.gate);
    let mut passed = Passed { games: Vec::new(), before: Vec::new() };
    for row in sql(statement).bind(gates).rows(tx).await? {
        match row.width() {
            1 => passed.games.push(row.game("id")?),
            _ => passed.before.push((row.game("game")?, Answered::from_row(&row)?)),
        }
    }
    Ok(passed)
}

impl Passed {
    /// Returns the result for one of them. A conflict does not affect the others.
    pub(super) fn outcome(&self, commit: &Commit) -> Settled {
        let before = self.before.iter().find(|(game, _)| *game == commit.game);
        match before {
            Some((_, answered)) => Ok(CommitOutcome::Duplicate(answered.clone())),
            None if self.games.contains(&commit.game) => Ok(CommitOutcome::Stored),
            None => Err(StoreError::Conflict),
        }
    }
}

/// Writes the other rows of the accepted decisions.
pub(super) async fn put(
    tx: &mut Tx,
    statement: &'static str,
    commits: &[&Commit],
) -> Result<(), StoreError> {
    let games: Vec<&str> = commits.iter().map(|commit| commit.game.as_str()).collect();
    sql(statement)
        .bind(list(commits, |commit| &commit.events))
        .bind(list(commits, |commit| &commit.answered))
        .bind(text(&games))
        .bind(list(commits, |commit| &commit.waiting))
        .bind(list(commits, |commit| &commit.known_heads))
        .bind(list(commits, |commit| &commit.emails))
        .run(tx)
        .await?;
    Ok(())
}

fn list(commits: &[&Commit], of: impl Fn(&Commit) -> &String) -> String {
    let rows = commits.iter().map(|commit| of(commit).as_str()).filter(|rows| !rows.is_empty());
    let rows: Vec<&str> = rows.collect();
    format!("[{}]", rows.join(","))
}
