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

/// The same as rows of text, separated by commas per table. This is done by the caller, because all
/// decisions wait for the writer.
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
        let known_head = (row.id.as_str(), int(row.version), row.head.hex());
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

fn of_game(change: &Change) -> String {
    let Change { row, after, answered, .. } = change;
    text(&(
        row.id.as_str(),
        int(*after),
        &row.title,
        &row.name,
        row.status.word(),
        row.seats,
        ms(row.opened_at),
        ms(row.changed_at),
        int(row.version),
        row.head.hex(),
        u8::from(row.public),
        answered.map(|(key, _)| hex(&idempotency::short(key))),
    ))
}

pub(crate) fn of_event(event: &StoredEvent) -> String {
    text(&(
        event.game.as_str(),
        int(event.seq),
        ms(event.at),
        &event.kind,
        event.seat.map(|seat| seat.0),
        &event.act,
        &event.known,
        &event.facts,
        &event.draws,
        hex(&event.nonce),
        event.hash.hex(),
    ))
}

fn of_answer(key: &str, answered: &Answered) -> String {
    let key = hex(&idempotency::short(key));
    text(&(
        key,
        answered.game.as_str(),
        int(answered.seq),
        hex(&answered.content),
        &answered.answer,
        ms(answered.at),
    ))
}

fn of_wait(wait: &Deadline) -> String {
    text(&(
        wait.game.as_str(),
        wait.seat.0,
        &wait.decision,
        ms(wait.since),
        wait.due_at.map(ms),
        wait.next_at.map(ms),
        wait.stage,
    ))
}

fn of_email(email: &QueuedEmail) -> String {
    text(&(
        &email.message_id,
        email.to_player.map(|player| player.0),
        &email.address,
        &email.kind,
        email.game.as_ref().map(GameId::as_str),
        email.seat.map(|seat| seat.0),
        email.seq.map(int),
        &email.payload,
        &email.references,
        ms(email.at),
        ms(email.due_at),
    ))
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
