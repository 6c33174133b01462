//! What one decision stores: its events, the game's row, clocks, the answer, the letters owed.
//! All of it is made ready as rows of text before it gets to the writer, and however many
//! decisions wait there together, each table is written to by one statement.
//!
//! The game's row is the gate: it is changed first, and only from the version that the decision
//! built on. Where that finds no row, somebody was faster, and nothing else is written.

use std::sync::Arc;

use serde::Serialize;

use crate::store::answered::{self, Answered};
use crate::store::column::{Row, int, ms};
use crate::store::games::GameRow;
use crate::store::outbox::Owed;
use crate::store::sql::{Tx, sql};
use crate::store::waiting::Waiting;
use crate::store::{GameId, Seq, StoreError, StoredEvent};

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
    pub waiting: &'a [Waiting],
    /// The request it serves, by its key, with what is to be answered when it comes again.
    pub answered: Option<(&'a str, &'a Answered)>,
    pub letters: &'a [Owed],
}

/// The same as rows of text, each table's with commas between. Made where the decision is made,
/// not in the writer, which all of them wait for.
pub struct Commit {
    game: GameId,
    gate: String,
    events: String,
    answered: String,
    waiting: String,
    witness: String,
    letters: String,
}

/// What became of a decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    Stored,
    /// Its request was answered before: nothing was stored.
    Before(Answered),
}

pub type Settled = Result<Fate, StoreError>;

impl Commit {
    pub fn of(change: &Change) -> Commit {
        let Change { row, answered, letters, .. } = change;
        let told = letters.iter().any(|letter| letter.seq.is_some());
        let witness = (row.id.as_str(), int(row.version), row.head.hex());
        Commit {
            game: row.id.clone(),
            gate: of_game(change),
            events: rows(change.events.iter().map(|event| of_event(event))),
            answered: answered.map(|(key, told)| of_answer(key, told)).unwrap_or_default(),
            waiting: rows(change.waiting.iter().map(of_wait)),
            witness: if told { text(&witness) } else { String::new() },
            letters: rows(letters.iter().map(of_letter)),
        }
    }

    /// Whether letters are owed with it.
    pub(in crate::store) fn owes(&self) -> bool {
        !self.letters.is_empty()
    }

    /// The game it is about: of two about one game, the second has to wait for the first.
    pub(in crate::store) fn game(&self) -> &GameId {
        &self.game
    }

    /// Stores it as a part of a piece of writing.
    pub async fn store(&self, tx: &mut Tx) -> Settled {
        let fate = gate(tx, GATE, &[self]).await?.fate(self)?;
        if fate == Fate::Stored {
            put(tx, PUT, &[self]).await?;
        }
        Ok(fate)
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
        answered.map(|(key, _)| hex(&answered::short(key))),
    ))
}

pub(in crate::store) fn of_event(event: &StoredEvent) -> String {
    text(&(
        event.game.as_str(),
        int(event.seq),
        ms(event.at),
        &event.kind,
        event.seat.map(|seat| seat.0),
        &event.act,
        &event.facts,
        &event.draws,
        event.hash.hex(),
    ))
}

fn of_answer(key: &str, told: &Answered) -> String {
    let content = told.content.map(|content| hex(&content));
    let key = hex(&answered::short(key));
    text(&(key, told.game.as_str(), int(told.seq), content, &told.answer, ms(told.at)))
}

fn of_wait(wait: &Waiting) -> String {
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

/// A row as the statements below take it apart.
fn text(row: &impl Serialize) -> String {
    serde_json::to_string(row).expect("numbers and text are plain data")
}

fn rows(rows: impl Iterator<Item = String>) -> String {
    rows.collect::<Vec<_>>().join(",")
}

macro_rules! gate {
    () => {
        "SELECT new.value ->> 0 AS game, answered.game AS about, answered.seq, answered.content, \
            answered.answer, answered.at FROM json_each($1) AS new \
            JOIN answered ON answered.key = unhex(new.value ->> 11); \
         INSERT INTO game (id, title, name, status, seats, opened_at, changed_at, version, head, \
            public, summary) SELECT value ->> 0, value ->> 2, value ->> 3, value ->> 4, \
            value ->> 5, value ->> 6, value ->> 7, value ->> 8, unhex(value ->> 9), \
            value ->> 10, '' FROM json_each($1) WHERE value ->> 1 = 0 \
            AND NOT EXISTS (SELECT 1 FROM answered WHERE answered.key = unhex(value ->> 11)) \
            ON CONFLICT (id) DO NOTHING RETURNING id; \
         UPDATE game SET status = new.status, changed_at = new.changed_at, \
            version = new.version, head = unhex(new.head) FROM (SELECT value ->> 0 AS id, \
            value ->> 1 AS after, value ->> 4 AS status, value ->> 7 AS changed_at, \
            value ->> 8 AS version, value ->> 9 AS head, value ->> 11 AS key \
            FROM json_each($1)) AS new WHERE game.id = new.id AND game.version = new.after \
            AND NOT EXISTS (SELECT 1 FROM answered WHERE answered.key = unhex(new.key)) \
            RETURNING id"
    };
}

macro_rules! put {
    () => {
        "INSERT INTO event (game, seq, at, kind, seat, act, facts, draws, hash) \
            SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, \
            value ->> 5, value ->> 6, value ->> 7, unhex(value ->> 8) FROM json_each($1); \
         INSERT INTO answered (key, game, seq, content, answer, at) \
            SELECT unhex(value ->> 0), value ->> 1, value ->> 2, unhex(value ->> 3), \
            value ->> 4, value ->> 5 FROM json_each($2); \
         DELETE FROM waiting WHERE game IN (SELECT value FROM json_each($3)); \
         INSERT INTO waiting (game, seat, decision, since, due_at, next_at, stage) \
            SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, \
            value ->> 5, value ->> 6 FROM json_each($4); \
         INSERT INTO witness (game, seq, head) SELECT value ->> 0, value ->> 1, \
            unhex(value ->> 2) FROM json_each($5) WHERE true ON CONFLICT DO NOTHING; \
         INSERT INTO outbox (message_id, to_player, address, kind, game, seat, seq, payload, \
            refs, created_at, due_at) SELECT value ->> 0, value ->> 1, value ->> 2, \
            value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8, \
            value ->> 9, value ->> 10 FROM json_each($6)"
    };
}

// Statements go together where they can: each trip to the database's thread costs as much as a
// small statement. Where one fails, those behind it are not run.
pub(in crate::store) const GATE: &str = gate!();
pub(in crate::store) const BEGIN_AND_GATE: &str =
    concat!("BEGIN IMMEDIATE; SAVEPOINT job; ", gate!());
const PUT: &str = put!();
pub(in crate::store) const PUT_AND_KEEP: &str = concat!(put!(), "; RELEASE job; SAVEPOINT job");
pub(in crate::store) const PUT_AND_COMMIT: &str = concat!(put!(), "; RELEASE job; COMMIT");

/// Which decisions get through: the games whose rows were changed, and what was answered before.
pub(in crate::store) struct Passed {
    games: Vec<GameId>,
    before: Vec<(GameId, Answered)>,
}

/// Changes the rows of the games that are still as the decisions found them. Each is about another
/// game.
pub(in crate::store) async fn gate(
    tx: &mut Tx,
    statement: &'static str,
    commits: &[&Commit],
) -> Result<Passed, StoreError> {
    let gates = list(commits, |commit| &commit.gate);
    let mut passed = Passed { games: Vec::new(), before: Vec::new() };
    for row in sql(statement).bind(gates).rows(tx).await? {
        match row.width() {
            1 => passed.games.push(row.game(0)?),
            _ => passed.before.push((row.game(0)?, answer(&row)?)),
        }
    }
    Ok(passed)
}

fn answer(row: &Row) -> Result<Answered, StoreError> {
    let content = row.get::<Option<&[u8]>>("content")?;
    Ok(Answered {
        game: row.game("about")?,
        seq: row.count("seq")?,
        content: content.and_then(|bytes| bytes.try_into().ok()),
        answer: row.get("answer")?,
        at: row.time("at")?,
    })
}

impl Passed {
    /// What the gate said to one of them. Losing the race is none of the others' matter.
    pub(in crate::store) fn fate(&self, commit: &Commit) -> Settled {
        let before = self.before.iter().find(|(game, _)| *game == commit.game);
        match before {
            Some((_, answered)) => Ok(Fate::Before(answered.clone())),
            None if self.games.contains(&commit.game) => Ok(Fate::Stored),
            None => Err(StoreError::Conflict),
        }
    }
}

/// Writes everything else of those that got through.
pub(in crate::store) async fn put(
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
        .bind(list(commits, |commit| &commit.witness))
        .bind(list(commits, |commit| &commit.letters))
        .run(tx)
        .await?;
    Ok(())
}

fn list(commits: &[&Commit], of: impl Fn(&Commit) -> &String) -> String {
    let rows = commits.iter().map(|commit| of(commit).as_str()).filter(|rows| !rows.is_empty());
    let rows: Vec<&str> = rows.collect();
    format!("[{}]", rows.join(","))
}
