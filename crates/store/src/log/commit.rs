//! What one decision stores: events, the game's row, clocks, the response, and emails. It is
//! serialised as rows of text before it reaches the writer.

use std::sync::Arc;

use serde::Serialize;

use crate::error::StoreError;
use crate::lists::deadlines::Deadline;
use crate::lists::games::GameRow;
use crate::log::history::History;
use crate::log::idempotency::{self, Answered};
use crate::post::outbox::QueuedEmail;
use crate::sql::column::{int, ms};
use ravenpost_log::{GameId, Hash, StoredEvent};
use ravenpost_rules::numbers::Seq;

/// A decision that is about to be stored.
#[derive(Clone, Copy)]
pub struct Change<'a> {
    /// The game's new row.
    pub row: &'a GameRow,
    /// The event this decision is based on; 0 for a new game.
    pub after: Seq,
    /// The new events.
    pub events: &'a [Arc<StoredEvent>],
    /// All pending decisions afterwards.
    pub waiting: &'a [Deadline],
    /// The idempotency key of the request, with the response to give if it is repeated.
    pub answered: Option<(&'a str, &'a Answered)>,
    pub emails: &'a [QueuedEmail],
}

/// A decision as rows of text, separated by commas for each table. The caller serialises it,
/// because all decisions wait for the writer.
pub struct Commit {
    /// A later decision of the same game has to wait for an earlier one.
    pub(crate) game: GameId,
    pub(crate) gate: String,
    /// The head it is based on, in hexadecimal; empty if not given.
    pub(crate) before: String,
    /// The database server's timeline when it was decided, if given.
    pub(crate) timeline: Option<i64>,
    pub(crate) events: String,
    pub(crate) answered: String,
    pub(crate) waiting: String,
    pub(crate) known_heads: String,
    pub(crate) emails: String,
}

/// The result of storing a decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommitOutcome {
    Stored,
    /// The request was served before, so nothing was stored.
    Duplicate(Answered),
}

/// The result of a decision, or why it could not be stored.
pub type Settled = Result<CommitOutcome, StoreError>;

impl Commit {
    /// Serialises a decision for the writer.
    pub fn of(change: &Change) -> Commit {
        let Change { row, answered, emails, .. } = change;
        let emailed = emails.iter().any(|email| email.seq.is_some());
        let known_head =
            HeadRow { game: row.id.as_str(), seq: int(row.version), head: row.head.hex() };
        Commit {
            game: row.id.clone(),
            gate: of_game(change),
            before: String::new(),
            timeline: None,
            events: rows(change.events.iter().map(|event| of_event(event))),
            answered: answered.map(|(key, answered)| of_answer(key, answered)).unwrap_or_default(),
            waiting: rows(change.waiting.iter().map(of_wait)),
            known_heads: if emailed { text(&known_head) } else { String::new() },
            emails: rows(emails.iter().map(of_email)),
        }
    }

    /// Sets the head it is based on. A shared database can lose events in a failover and reach the
    /// same version with different ones.
    #[must_use]
    pub fn on(self, head: Hash) -> Commit {
        Commit { before: head.hex(), ..self }
    }

    /// Sets the database server's timeline when it was decided. After a failover, the caller must
    /// first check whether events were lost.
    #[must_use]
    pub fn in_history(self, history: Option<History>) -> Commit {
        Commit { timeline: history.map(|history| history.timeline), ..self }
    }

    /// Returns whether it queues emails.
    pub(crate) fn has_emails(&self) -> bool {
        !self.emails.is_empty()
    }
}

/// The rows of a decision: one type per table, with fields named after its columns.
#[derive(Serialize)]
struct GateRow<'a> {
    id: &'a str,
    /// The event this decision is based on.
    after: i64,
    title: &'a str,
    name: &'a str,
    status: &'static str,
    seat_count: u8,
    opened_at: i64,
    changed_at: i64,
    last_seq: i64,
    head: String,
    public: u8,
    /// The idempotency key.
    key: Option<String>,
}

#[derive(Serialize)]
struct EventRow<'a> {
    game: &'a str,
    seq: i64,
    at: i64,
    kind: &'a str,
    seat: Option<u8>,
    act: &'a str,
    visibility: &'a str,
    facts: &'a str,
    draws: &'a str,
    nonce: String,
    hash: String,
}

#[derive(Serialize)]
struct AnswerRow<'a> {
    key: String,
    game: &'a str,
    seq: i64,
    content_hash: String,
    response: &'a str,
    created_at: i64,
}

#[derive(Serialize)]
struct DeadlineRow<'a> {
    game: &'a str,
    seat: u8,
    decision: &'a str,
    asked_at: i64,
    due_at: Option<i64>,
    next_action_at: Option<i64>,
    reminder_stage: u8,
}

#[derive(Serialize)]
struct HeadRow<'a> {
    game: &'a str,
    seq: i64,
    head: String,
}

#[derive(Serialize)]
struct EmailRow<'a> {
    message_id: &'a str,
    player: Option<i64>,
    address: Option<&'a str>,
    kind: &'a str,
    game: Option<&'a str>,
    seat: Option<u8>,
    seq: Option<i64>,
    payload: &'a str,
    reference_ids: &'a str,
    created_at: i64,
    due_at: i64,
}

fn of_game(change: &Change) -> String {
    let Change { row, after, answered, .. } = change;
    text(&GateRow {
        id: row.id.as_str(),
        after: int(*after),
        title: &row.title,
        name: &row.name,
        status: row.status.word(),
        seat_count: row.seats,
        opened_at: ms(row.opened_at),
        changed_at: ms(row.changed_at),
        last_seq: int(row.version),
        head: row.head.hex(),
        public: u8::from(row.public),
        key: answered.map(|(key, _)| hex(&idempotency::short(key))),
    })
}

fn of_event(event: &StoredEvent) -> String {
    text(&EventRow {
        game: event.game.as_str(),
        seq: int(event.seq),
        at: ms(event.at),
        kind: &event.kind,
        seat: event.seat.map(|seat| seat.0),
        act: &event.act,
        visibility: &event.known,
        facts: &event.facts,
        draws: &event.draws,
        nonce: hex(&event.nonce),
        hash: event.hash.hex(),
    })
}

fn of_answer(key: &str, answered: &Answered) -> String {
    text(&AnswerRow {
        key: hex(&idempotency::short(key)),
        game: answered.game.as_str(),
        seq: int(answered.seq),
        content_hash: hex(&answered.content),
        response: &answered.answer,
        created_at: ms(answered.at),
    })
}

fn of_wait(wait: &Deadline) -> String {
    text(&DeadlineRow {
        game: wait.game.as_str(),
        seat: wait.seat.0,
        decision: &wait.decision,
        asked_at: ms(wait.since),
        due_at: wait.due_at.map(ms),
        next_action_at: wait.next_at.map(ms),
        reminder_stage: wait.stage,
    })
}

fn of_email(email: &QueuedEmail) -> String {
    text(&EmailRow {
        message_id: &email.message_id,
        player: email.to_player.map(|player| player.0),
        address: email.address.as_deref(),
        kind: &email.kind,
        game: email.game.as_ref().map(GameId::as_str),
        seat: email.seat.map(|seat| seat.0),
        seq: email.seq.map(int),
        payload: &email.payload,
        reference_ids: &email.references,
        created_at: ms(email.at),
        due_at: ms(email.due_at),
    })
}

fn hex(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(bytes)
}

/// Serialises a row in the form the statements expect.
pub(crate) fn text(row: &impl Serialize) -> String {
    serde_json::to_string(row).expect("numbers and text are plain data")
}

fn rows(rows: impl Iterator<Item = String>) -> String {
    rows.collect::<Vec<_>>().join(",")
}
