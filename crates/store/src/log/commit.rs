//! What one decision stores: its events, the game's row, clocks, the answer, the letters owed.
//! All of it is made ready as rows of text before it gets to the writer.

use std::sync::Arc;

use serde::Serialize;

use crate::error::StoreError;
use crate::lists::deadlines::Deadline;
use crate::lists::games::GameRow;
use crate::log::history::History;
use crate::log::idempotency::{self, Answered};
use crate::post::outbox::Owed;
use crate::sql::column::{int, ms};
use ravenpost_log::{GameId, Hash, StoredEvent};
use ravenpost_rules::numbers::Seq;

/// A decision about to be stored.
#[derive(Clone, Copy)]
pub struct Change<'a> {
    /// The game's row as it will be.
    pub row: &'a GameRow,
    /// The version everything here builds on; 0 for a game that begins.
    pub after: Seq,
    /// The events that follow it.
    pub events: &'a [Arc<StoredEvent>],
    /// Everybody who is awaited then.
    pub waiting: &'a [Deadline],
    /// The request it serves, by its key, with what is to be answered when it comes again.
    pub answered: Option<(&'a str, &'a Answered)>,
    pub letters: &'a [Owed],
}

/// The same as rows of text, each table's with commas between. Made where the decision is made,
/// not in the writer, which all of them wait for.
pub struct Commit {
    /// Of two about one game, the second has to wait for the first.
    pub(crate) game: GameId,
    pub(crate) gate: String,
    /// The head it builds on, in hexadecimal digits; empty where that is not said.
    pub(crate) before: String,
    /// In which history of the server it was decided, where that is said.
    pub(crate) timeline: Option<i64>,
    pub(crate) events: String,
    pub(crate) answered: String,
    pub(crate) waiting: String,
    pub(crate) known_heads: String,
    pub(crate) letters: String,
}

/// What became of a decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommitOutcome {
    Stored,
    /// Its request was answered before: nothing was stored.
    Duplicate(Answered),
}

pub type Settled = Result<CommitOutcome, StoreError>;

impl Commit {
    pub fn of(change: &Change) -> Commit {
        let Change { row, answered, letters, .. } = change;
        let told = letters.iter().any(|letter| letter.seq.is_some());
        let known_head = (row.id.as_str(), int(row.version), row.head.hex());
        Commit {
            game: row.id.clone(),
            gate: of_game(change),
            before: String::new(),
            timeline: None,
            events: rows(change.events.iter().map(|event| of_event(event))),
            answered: answered.map(|(key, told)| of_answer(key, told)).unwrap_or_default(),
            waiting: rows(change.waiting.iter().map(of_wait)),
            known_heads: if told { text(&known_head) } else { String::new() },
            letters: rows(letters.iter().map(of_letter)),
        }
    }

    /// Says on which head it builds. A database that several nodes share can lose events in a
    /// failover, and come to the same version on another way.
    #[must_use]
    pub fn on(self, head: Hash) -> Commit {
        Commit { before: head.hex(), ..self }
    }

    /// Says in which history of the server it was decided. Once a standby has taken over, it is for
    /// whoever decides to look first whether something was lost by that.
    #[must_use]
    pub fn in_history(self, history: Option<History>) -> Commit {
        Commit { timeline: history.map(|history| history.timeline), ..self }
    }

    /// Whether letters are owed with it.
    pub(crate) fn owes(&self) -> bool {
        !self.letters.is_empty()
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

fn of_answer(key: &str, told: &Answered) -> String {
    let key = hex(&idempotency::short(key));
    text(&(key, told.game.as_str(), int(told.seq), hex(&told.content), &told.answer, ms(told.at)))
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

fn of_letter(letter: &Owed) -> String {
    text(&(
        &letter.message_id,
        letter.to_player.map(|player| player.0),
        &letter.address,
        &letter.kind,
        letter.game.as_ref().map(GameId::as_str),
        letter.seat.map(|seat| seat.0),
        letter.seq.map(int),
        &letter.payload,
        &letter.references,
        ms(letter.at),
        ms(letter.due_at),
    ))
}

fn hex(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(bytes)
}

/// A row as the statements take it apart.
pub(crate) fn text(row: &impl Serialize) -> String {
    serde_json::to_string(row).expect("numbers and text are plain data")
}

fn rows(rows: impl Iterator<Item = String>) -> String {
    rows.collect::<Vec<_>>().join(",")
}
