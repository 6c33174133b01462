//! Every letter that came in, kept as it came before anything was done about it, and known by its
//! Message-ID, so that the same letter twice is one.

use chrono::{DateTime, Utc};
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row, SqliteConnection, SqliteExecutor};

use crate::rules::Seat;
use crate::store::column::{Columns, ms};
use crate::store::{GameId, StoreError};

/// What became of a letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Not looked at yet.
    New,
    /// Kept until the player says that it is genuine.
    Held,
    /// Acted upon, and answered if it was to be answered.
    Done,
    /// From a machine, or nothing to do with us.
    Ignored,
}

impl Fate {
    pub fn word(self) -> &'static str {
        match self {
            Fate::New => "new",
            Fate::Held => "held",
            Fate::Done => "done",
            Fate::Ignored => "ignored",
        }
    }

    fn from_word(word: &str) -> Option<Fate> {
        [Fate::New, Fate::Held, Fate::Done, Fate::Ignored].into_iter().find(|f| f.word() == word)
    }
}

/// One letter received.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Received {
    pub id: i64,
    pub message_id: String,
    /// The envelope's sender; empty for bounces.
    pub sender: String,
    /// The envelope's recipient.
    pub recipient: String,
    /// As it came; nothing once it was thinned out.
    pub raw: Option<Vec<u8>>,
    pub received_at: DateTime<Utc>,
    pub fate: Fate,
    pub game: Option<GameId>,
    pub seat: Option<Seat>,
    pub note: Option<String>,
    pub done_at: Option<DateTime<Utc>>,
}

impl<'r> FromRow<'r, SqliteRow> for Received {
    fn from_row(row: &'r SqliteRow) -> Result<Received, sqlx::Error> {
        let fate = Fate::from_word(row.try_get("state")?)
            .ok_or_else(|| sqlx::Error::Decode("no fate of a letter".into()))?;
        Ok(Received {
            id: row.try_get("id")?,
            message_id: row.try_get("message_id")?,
            sender: row.try_get("sender")?,
            recipient: row.try_get("recipient")?,
            raw: row.try_get("raw")?,
            received_at: row.time("received_at")?,
            fate,
            game: row.game_if("game")?,
            seat: row.seat_if("seat")?,
            note: row.try_get("note")?,
            done_at: row.time_if("done_at")?,
        })
    }
}

/// A letter as it comes in.
#[derive(Clone, Debug)]
pub struct Incoming {
    pub message_id: String,
    pub sender: String,
    pub recipient: String,
    pub raw: Vec<u8>,
    pub at: DateTime<Utc>,
}

/// What became of it, and what it was about.
#[derive(Clone, Debug)]
pub struct Done {
    pub fate: Fate,
    pub game: Option<GameId>,
    pub seat: Option<Seat>,
    pub note: String,
    pub at: DateTime<Utc>,
}

const ADD: &str = "INSERT INTO inbox (message_id, sender, recipient, raw, received_at) \
    VALUES (?, ?, ?, ?, ?) ON CONFLICT (message_id) DO NOTHING RETURNING id";
const FIND: &str = "SELECT * FROM inbox WHERE message_id = ?";
const GET: &str = "SELECT * FROM inbox WHERE id = ?";
const LIST: &str = "SELECT * FROM inbox WHERE state = ? ORDER BY id LIMIT ?";
const DONE: &str =
    "UPDATE inbox SET state = ?, game = ?, seat = ?, note = ?, done_at = ? WHERE id = ?";
const THIN: &str = "UPDATE inbox SET raw = NULL \
    WHERE state IN ('done', 'ignored') AND done_at < ? AND raw IS NOT NULL";

/// Keeps a letter, and gives its number; nothing when it came before.
pub async fn add(
    conn: &mut SqliteConnection,
    letter: &Incoming,
) -> Result<Option<i64>, StoreError> {
    let query = sqlx::query(ADD)
        .bind(letter.message_id.as_str())
        .bind(letter.sender.as_str())
        .bind(letter.recipient.as_str())
        .bind(letter.raw.as_slice())
        .bind(ms(letter.at));
    let rows = query.fetch_all(conn).await?;
    Ok(rows.first().map(|row| row.try_get(0)).transpose()?)
}

/// The letter with that Message-ID.
pub async fn find(
    reader: impl SqliteExecutor<'_>,
    message_id: &str,
) -> Result<Option<Received>, StoreError> {
    Ok(sqlx::query_as(FIND).bind(message_id).fetch_optional(reader).await?)
}

/// One letter by its number.
pub async fn get(reader: impl SqliteExecutor<'_>, id: i64) -> Result<Received, StoreError> {
    Ok(sqlx::query_as(GET).bind(id).fetch_one(reader).await?)
}

/// Letters with that fate, the oldest first.
pub async fn list(
    reader: impl SqliteExecutor<'_>,
    fate: Fate,
    limit: u32,
) -> Result<Vec<Received>, StoreError> {
    Ok(sqlx::query_as(LIST).bind(fate.word()).bind(limit).fetch_all(reader).await?)
}

/// Notes what became of a letter: in the same piece of writing as what it led to.
pub async fn done(conn: &mut SqliteConnection, id: i64, done: &Done) -> Result<(), StoreError> {
    sqlx::query(DONE)
        .bind(done.fate.word())
        .bind(done.game.as_ref().map(GameId::as_str))
        .bind(done.seat.map(|seat| seat.0))
        .bind(done.note.as_str())
        .bind(ms(done.at))
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Drops the text of letters done with before then. That they came stays known.
pub async fn thin(conn: &mut SqliteConnection, before: DateTime<Utc>) -> Result<u64, StoreError> {
    Ok(sqlx::query(THIN).bind(ms(before)).execute(conn).await?.rows_affected())
}
