//! Words among players, and what a seat writes for itself: beside the rules, and no part of any
//! game's log.

use chrono::{DateTime, Utc};

use crate::rules::Seat;
use crate::store::column::{FromRow, Row, bad, int, ms};
use crate::store::sql::{Reader, Tx, sql};
use crate::store::{GameId, Seq, StoreError};

/// Something said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    pub seat: Seat,
    /// Who may read it besides; nothing where the whole table may.
    pub to: Option<Vec<Seat>>,
    pub text: String,
    /// The last event of the game when it was said.
    pub step: Seq,
    /// "page" or "mail".
    pub via: String,
    pub at: DateTime<Utc>,
}

impl FromRow for Said {
    fn from_row(row: &Row) -> Result<Said, StoreError> {
        let to: Option<&str> = row.get("told")?;
        let to = to.map(serde_json::from_str).transpose();
        Ok(Said {
            seat: row.seat("seat")?,
            to: to.map_err(|_| bad("no list of seats"))?,
            text: row.get("text")?,
            step: row.count("step")?,
            via: row.get("via")?,
            at: row.time("at")?,
        })
    }
}

/// A line that one seat wrote for itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    pub id: i64,
    pub step: Seq,
    pub text: String,
    pub at: DateTime<Utc>,
}

impl FromRow for Note {
    fn from_row(row: &Row) -> Result<Note, StoreError> {
        Ok(Note {
            id: row.get("id")?,
            step: row.count("step")?,
            text: row.get("text")?,
            at: row.time("at")?,
        })
    }
}

const SAY: &str = "INSERT INTO talk (game, seat, told, text, step, via, at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7)";
const SAID: &str = "SELECT * FROM talk WHERE game = $1 AND id > $2 ORDER BY id";
const SAID_SINCE: &str = "SELECT count(*) FROM talk WHERE game = $1 AND seat = $2 AND at > $3";
const MUTE: &str = "INSERT INTO muted (game, seat, other) VALUES ($1, $2, $3) \
    ON CONFLICT DO NOTHING";
const UNMUTE: &str = "DELETE FROM muted WHERE game = $1 AND seat = $2 AND other = $3";
const MUTED: &str = "SELECT other FROM muted WHERE game = $1 AND seat = $2 ORDER BY other";
const NOTE: &str = "INSERT INTO note (game, seat, step, text, at) VALUES ($1, $2, $3, $4, $5)";
const NOTES: &str = "SELECT id, step, text, at FROM note WHERE game = $1 AND seat = $2 ORDER BY id";
const TEAR: &str = "DELETE FROM note WHERE id = $1 AND game = $2 AND seat = $3";

/// Keeps what was said.
pub async fn say(tx: &mut Tx, game: &GameId, said: &Said) -> Result<(), StoreError> {
    let to = said.to.as_ref().map(|to| serde_json::json!(to).to_string());
    sql(SAY)
        .bind(game.as_str())
        .bind(said.seat.0)
        .bind(to)
        .bind(said.text.as_str())
        .bind(int(said.step))
        .bind(said.via.as_str())
        .bind(ms(said.at))
        .run(tx)
        .await?;
    Ok(())
}

/// All that was said at a table after that number, the oldest first: for the service to choose
/// from, who may read what.
pub async fn said(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    after: i64,
) -> Result<Vec<Said>, StoreError> {
    sql(SAID).bind(game.as_str()).bind(after).all(reader).await
}

/// How often a seat has spoken since then.
pub async fn said_since(
    reader: impl Into<Reader<'_>>,
    (game, seat): (&GameId, Seat),
    since: DateTime<Utc>,
) -> Result<u64, StoreError> {
    sql(SAID_SINCE).bind(game.as_str()).bind(seat.0).bind(ms(since)).row(reader).await?.count(0)
}

/// Whether a seat wants to read another's words.
pub async fn mute(
    tx: &mut Tx,
    (game, seat): (&GameId, Seat),
    other: Seat,
    muted: bool,
) -> Result<(), StoreError> {
    let statement = if muted { MUTE } else { UNMUTE };
    sql(statement).bind(game.as_str()).bind(seat.0).bind(other.0).run(tx).await?;
    Ok(())
}

/// Whose words a seat does not want to read.
pub async fn muted(
    reader: impl Into<Reader<'_>>,
    (game, seat): (&GameId, Seat),
) -> Result<Vec<Seat>, StoreError> {
    let rows = sql(MUTED).bind(game.as_str()).bind(seat.0).rows(reader).await?;
    rows.iter().map(|row| row.seat(0)).collect()
}

/// Keeps a line for the seat that wrote it.
pub async fn note(
    tx: &mut Tx,
    (game, seat): (&GameId, Seat),
    step: Seq,
    (text, at): (&str, DateTime<Utc>),
) -> Result<(), StoreError> {
    sql(NOTE)
        .bind(game.as_str())
        .bind(seat.0)
        .bind(int(step))
        .bind(text)
        .bind(ms(at))
        .run(tx)
        .await?;
    Ok(())
}

/// What a seat has written for itself, the oldest first.
pub async fn notes(
    reader: impl Into<Reader<'_>>,
    (game, seat): (&GameId, Seat),
) -> Result<Vec<Note>, StoreError> {
    sql(NOTES).bind(game.as_str()).bind(seat.0).all(reader).await
}

/// Throws one of them away.
pub async fn tear(tx: &mut Tx, (game, seat): (&GameId, Seat), id: i64) -> Result<(), StoreError> {
    sql(TEAR).bind(id).bind(game.as_str()).bind(seat.0).run(tx).await?;
    Ok(())
}
