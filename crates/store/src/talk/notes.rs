//! Private notes of players on events of a game. Every query is limited to one player's notes.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::log::idempotency::short;
use crate::sql::column::{FromRow, Row, int, ms};
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;
use ravenpost_rules::numbers::Seq;

/// A note to be stored.
#[derive(Clone, Debug)]
pub struct NewNote {
    pub game: GameId,
    pub player: PlayerId,
    pub seq: Seq,
    pub text: String,
    pub recall: Option<Recall>,
    /// The idempotency key: the same key stores no second note.
    pub key: String,
    pub at: DateTime<Utc>,
}

/// When a note is shown again automatically.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recall {
    /// The round from which on; 0 for the next turn in any round.
    pub round: u16,
    /// Not shown until something new is asked after this event.
    pub asleep: Seq,
}

/// A note as its author reads it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    pub id: i64,
    pub seq: Seq,
    pub text: String,
    pub recall: Option<Recall>,
    pub made_at: DateTime<Utc>,
    pub changed_at: Option<DateTime<Utc>>,
}

impl FromRow for Note {
    fn from_row(row: &Row) -> Result<Note, StoreError> {
        Ok(Note {
            id: row.get("id")?,
            seq: row.seq("seq")?,
            text: row.get("text")?,
            recall: match row.get::<Option<u16>>("remind_round")? {
                Some(round) => Some(Recall { round, asleep: row.seq("remind_after_seq")? }),
                None => None,
            },
            made_at: row.time("created_at")?,
            changed_at: row.time_if("updated_at")?,
        })
    }
}

const ADD: &str = "INSERT INTO note (game, player, seq, text, request_key, created_at, \
    remind_round, remind_after_seq) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id";
const KEYED: &str = "SELECT * FROM note WHERE request_key = $1 AND player = $2";
const COUNT: &str = "SELECT count(*) AS n FROM note WHERE player = $1 AND game = $2";
const OF_PLAYER: &str = "SELECT * FROM note WHERE player = $1 AND game = $2 AND seq >= $3 \
    AND seq <= $4 ORDER BY seq DESC, id DESC LIMIT $5";
const BEFORE: &str = "SELECT * FROM note WHERE player = $1 AND game = $2 \
    AND seq <= $3 AND (seq < $3 OR id < $4) ORDER BY seq DESC, id DESC LIMIT $5";
const RECALLED: &str = "SELECT * FROM note WHERE player = $1 AND game = $2 \
    AND remind_round IS NOT NULL ORDER BY id";
const RECALL: &str = "UPDATE note SET remind_round = $4, remind_after_seq = $5 \
    WHERE id = $1 AND player = $2 AND game = $3";
const CHANGE: &str = "UPDATE note SET text = $4, updated_at = $5 \
    WHERE id = $1 AND player = $2 AND game = $3";
const DROP: &str = "DELETE FROM note WHERE id = $1 AND player = $2 AND game = $3";

/// Stores a note and returns its id.
///
/// # Errors
///
/// [`StoreError::Conflict`] if the key was used before.
pub async fn add(tx: &mut Tx, new: &NewNote) -> Result<i64, StoreError> {
    let query = sql(ADD)
        .bind(new.game.as_str())
        .bind(new.player.0)
        .bind(int(new.seq))
        .bind(new.text.as_str())
        .bind(short(&new.key))
        .bind(ms(new.at))
        .bind(new.recall.map(|recall| recall.round))
        .bind(new.recall.map(|recall| int(recall.asleep)));
    query.row(tx).await?.get("id")
}

/// Returns the player's note with that key, if there is one.
pub async fn keyed(tx: &mut Tx, player: PlayerId, key: &str) -> Result<Option<Note>, StoreError> {
    sql(KEYED).bind(short(key)).bind(player.0).one_if(tx).await
}

/// Returns how many notes a player has at a table.
pub async fn count(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    player: PlayerId,
) -> Result<u64, StoreError> {
    sql(COUNT).bind(player.0).bind(game.as_str()).row(reader).await?.count("n")
}

/// Returns a player's notes at a table in a range of events, latest first.
pub async fn of_player(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    player: PlayerId,
    from: Seq,
    to: Seq,
    most: u32,
) -> Result<Vec<Note>, StoreError> {
    let query = sql(OF_PLAYER).bind(player.0).bind(game.as_str());
    query.bind(int(from)).bind(int(to)).bind(most).readable(reader).await
}

/// Returns a player's notes at a table that come after a note in the list, latest first.
pub async fn before(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    player: PlayerId,
    seq: Seq,
    id: i64,
    most: u32,
) -> Result<Vec<Note>, StoreError> {
    let query = sql(BEFORE).bind(player.0).bind(game.as_str());
    query.bind(int(seq)).bind(id).bind(most).readable(reader).await
}

/// Returns a player's notes at a table that are shown again automatically, earliest first.
pub async fn recalled(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    player: PlayerId,
) -> Result<Vec<Note>, StoreError> {
    sql(RECALLED).bind(player.0).bind(game.as_str()).readable(reader).await
}

/// Sets or clears when a player's note is shown again. Returns whether the note exists.
pub async fn recall(
    tx: &mut Tx,
    id: i64,
    game: &GameId,
    player: PlayerId,
    recall: Option<Recall>,
) -> Result<bool, StoreError> {
    let query = sql(RECALL).bind(id).bind(player.0).bind(game.as_str());
    let query = query.bind(recall.map(|recall| recall.round));
    Ok(query.bind(recall.map(|recall| int(recall.asleep))).run(tx).await? == 1)
}

/// Changes the text of a player's note. Returns whether it exists.
pub async fn change(
    tx: &mut Tx,
    id: i64,
    game: &GameId,
    player: PlayerId,
    text: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let query = sql(CHANGE).bind(id).bind(player.0).bind(game.as_str());
    Ok(query.bind(text).bind(ms(now)).run(tx).await? == 1)
}

/// Deletes a player's note. Returns whether it existed.
pub async fn drop_one(
    tx: &mut Tx,
    id: i64,
    game: &GameId,
    player: PlayerId,
) -> Result<bool, StoreError> {
    Ok(sql(DROP).bind(id).bind(player.0).bind(game.as_str()).run(tx).await? == 1)
}
