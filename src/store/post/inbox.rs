//! Every letter that came in, kept as it came before anything was done about it, and known by its
//! Message-ID, so that the same letter twice is one.

use chrono::{DateTime, Utc};

use crate::rules::Seat;
use crate::store::column::{FromRow, Row, bad, ms};
use crate::store::sql::{Reader, Tx, sql};
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

impl FromRow for Received {
    fn from_row(row: &Row) -> Result<Received, StoreError> {
        let fate = Fate::from_word(row.get("state")?).ok_or_else(|| bad("no fate of a letter"))?;
        Ok(Received {
            id: row.get("id")?,
            message_id: row.get("message_id")?,
            sender: row.get("sender")?,
            recipient: row.get("recipient")?,
            raw: row.get("raw")?,
            received_at: row.time("received_at")?,
            fate,
            game: row.game_if("game")?,
            seat: row.seat_if("seat")?,
            note: row.get("note")?,
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
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (message_id) DO NOTHING RETURNING id";
const FIND: &str = "SELECT * FROM inbox WHERE message_id = $1";
const GET: &str = "SELECT * FROM inbox WHERE id = $1";
const LIST: &str = "SELECT * FROM inbox WHERE state = $1 ORDER BY id LIMIT $2";
const DONE: &str =
    "UPDATE inbox SET state = $1, game = $2, seat = $3, note = $4, done_at = $5 WHERE id = $6";
const THIN: &str = "UPDATE inbox SET raw = NULL \
    WHERE state IN ('done', 'ignored') AND done_at < $1 AND raw IS NOT NULL";

/// Keeps a letter, and gives its number; nothing when it came before.
pub async fn add(tx: &mut Tx, letter: &Incoming) -> Result<Option<i64>, StoreError> {
    let query = sql(ADD)
        .bind(letter.message_id.as_str())
        .bind(letter.sender.as_str())
        .bind(letter.recipient.as_str())
        .bind(letter.raw.as_slice())
        .bind(ms(letter.at));
    let rows = query.rows(tx).await?;
    rows.first().map(|row| row.get(0)).transpose()
}

/// The letter with that Message-ID.
pub async fn find(
    reader: impl Into<Reader<'_>>,
    message_id: &str,
) -> Result<Option<Received>, StoreError> {
    sql(FIND).bind(message_id).one_if(reader).await
}

/// One letter by its number.
pub async fn get(reader: impl Into<Reader<'_>>, id: i64) -> Result<Received, StoreError> {
    sql(GET).bind(id).one(reader).await
}

/// Letters with that fate, the oldest first.
pub async fn list(
    reader: impl Into<Reader<'_>>,
    fate: Fate,
    limit: u32,
) -> Result<Vec<Received>, StoreError> {
    sql(LIST).bind(fate.word()).bind(limit).all(reader).await
}

/// Notes what became of a letter: in the same piece of writing as what it led to.
pub async fn done(tx: &mut Tx, id: i64, done: &Done) -> Result<(), StoreError> {
    sql(DONE)
        .bind(done.fate.word())
        .bind(done.game.as_ref().map(GameId::as_str))
        .bind(done.seat.map(|seat| seat.0))
        .bind(done.note.as_str())
        .bind(ms(done.at))
        .bind(id)
        .run(tx)
        .await?;
    Ok(())
}

/// Drops the text of letters done with before then. That they came stays known.
pub async fn thin(tx: &mut Tx, before: DateTime<Utc>) -> Result<u64, StoreError> {
    sql(THIN).bind(ms(before)).run(tx).await
}
