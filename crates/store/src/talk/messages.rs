//! Messages at a table, and their recipients.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::log::idempotency::short;
use crate::sql::column::{FromRow, Row, int, ms};
use crate::sql::unreadable_rows::all_readable;
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;

/// A message to be stored.
#[derive(Clone, Debug)]
pub struct NewWords {
    pub game: GameId,
    pub seat: Seat,
    pub player: PlayerId,
    /// The game's last event.
    pub seq: Seq,
    /// The earlier event to which it is pinned, if any.
    pub pinned: Option<Seq>,
    /// The recipients; empty for the whole table.
    pub to: Vec<(Seat, PlayerId)>,
    pub text: String,
    /// The idempotency key: the same key stores no second message.
    pub key: String,
    pub at: DateTime<Utc>,
}

/// A stored message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Words {
    pub id: i64,
    pub seat: Seat,
    pub player: PlayerId,
    /// The author's current name.
    pub name: String,
    pub seq: Seq,
    /// The event to which it is pinned.
    pub pinned: Option<Seq>,
    /// The recipients' seats; empty for the whole table.
    pub to: Vec<Seat>,
    pub text: String,
    pub at: DateTime<Utc>,
    /// Whether the reader has blocked the author.
    pub blocked: bool,
}

/// A range of messages. If there are more than `most`, only the latest are read.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// Only messages after this id.
    pub after: i64,
    /// Only messages before this id.
    pub before: i64,
    /// Only messages sent at or before this event.
    pub upto: Seq,
    pub most: u32,
}

impl FromRow for Words {
    fn from_row(row: &Row) -> Result<Words, StoreError> {
        Ok(Words {
            id: row.get("id")?,
            seat: row.seat("seat")?,
            player: row.player("player")?,
            name: row.get("name")?,
            seq: row.seq("seq")?,
            pinned: match row.get::<Option<i64>>("pinned_seq")? {
                Some(_) => Some(row.seq("pinned_seq")?),
                None => None,
            },
            to: Vec::new(),
            text: row.get("text")?,
            at: row.time("sent_at")?,
            blocked: row.get("blocked")?,
        })
    }
}

const ADD: &str = "INSERT INTO chat_message \
    (game, seat, player, seq, to_table, text, request_key, sent_at, pinned_seq) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id";
const ADDRESS: &str = "INSERT INTO chat_recipient (chat_message, seat, player) VALUES ($1, $2, $3)";
const KEYED: &str = "SELECT chat_message.*, player.name AS name, 0 AS blocked FROM chat_message \
    JOIN player ON player.id = chat_message.player WHERE request_key = $1";
const COUNT: &str = "SELECT count(*) AS n FROM chat_message WHERE player = $1 AND game = $2 \
    AND sent_at > $3 AND sent_at <= $4";
const HEARD: &str = "SELECT chat_message.*, player.name AS name, \
    CASE WHEN EXISTS (SELECT 1 FROM player_block WHERE player_block.player = $2 \
        AND player_block.blocked_player = chat_message.player) THEN 1 ELSE 0 END AS blocked \
    FROM chat_message \
    JOIN player ON player.id = chat_message.player \
    WHERE chat_message.game = $1 AND chat_message.seq <= $5 \
    AND chat_message.id > $3 AND chat_message.id < $4 \
    AND (chat_message.to_table = 1 OR chat_message.player = $2 \
        OR EXISTS (SELECT 1 FROM chat_recipient \
        WHERE chat_recipient.chat_message = chat_message.id AND chat_recipient.player = $2)) \
    AND NOT EXISTS (SELECT 1 FROM mute WHERE mute.game = chat_message.game \
        AND mute.player = $2 AND mute.muted_player = chat_message.player) \
    ORDER BY chat_message.id DESC LIMIT $6";
const PINNED: &str = "SELECT chat_message.*, player.name AS name, \
    CASE WHEN EXISTS (SELECT 1 FROM player_block WHERE player_block.player = $2 \
        AND player_block.blocked_player = chat_message.player) THEN 1 ELSE 0 END AS blocked \
    FROM chat_message \
    JOIN player ON player.id = chat_message.player \
    WHERE chat_message.game = $1 \
    AND chat_message.pinned_seq >= $3 AND chat_message.pinned_seq <= $4 \
    AND (chat_message.to_table = 1 OR chat_message.player = $2 \
        OR EXISTS (SELECT 1 FROM chat_recipient \
        WHERE chat_recipient.chat_message = chat_message.id AND chat_recipient.player = $2)) \
    AND NOT EXISTS (SELECT 1 FROM mute WHERE mute.game = chat_message.game \
        AND mute.player = $2 AND mute.muted_player = chat_message.player) \
    ORDER BY chat_message.id LIMIT $5";
const ADDRESSED: &str = "SELECT chat_recipient.chat_message, chat_recipient.seat \
    FROM chat_recipient JOIN chat_message ON chat_message.id = chat_recipient.chat_message \
    WHERE chat_message.game = $1 AND chat_message.id >= $2 AND chat_message.id <= $3 \
    ORDER BY chat_message.id, chat_recipient.seat";

/// Stores a message and returns its id.
///
/// # Errors
///
/// [`StoreError::Conflict`] if the key was used before.
pub async fn add(tx: &mut Tx, new: &NewWords) -> Result<i64, StoreError> {
    let query = sql(ADD)
        .bind(new.game.as_str())
        .bind(new.seat.0)
        .bind(new.player.0)
        .bind(int(new.seq))
        .bind(new.to.is_empty())
        .bind(new.text.as_str())
        .bind(short(&new.key))
        .bind(ms(new.at))
        .bind(new.pinned.map(int));
    let id: i64 = query.row(&mut *tx).await?.get("id")?;
    for (seat, player) in &new.to {
        sql(ADDRESS).bind(id).bind(seat.0).bind(player.0).run(tx).await?;
    }
    Ok(id)
}

/// Returns the message with that key, if there is one.
pub async fn keyed(tx: &mut Tx, game: &GameId, key: &str) -> Result<Option<Words>, StoreError> {
    let Some(found) = sql(KEYED).bind(short(key)).one_if::<Words>(&mut *tx).await? else {
        return Ok(None);
    };
    Ok(addressed(tx, game, vec![found]).await?.pop())
}

/// Counts a player's messages at a table in a period. Messages dated in the future by a wrong clock
/// are excluded.
pub async fn count(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    player: PlayerId,
    after: DateTime<Utc>,
    to: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let query = sql(COUNT).bind(player.0).bind(game.as_str()).bind(ms(after)).bind(ms(to));
    query.row(reader).await?.count("n")
}

/// Returns the messages at a table that a player wrote or can read, without those of muted players,
/// oldest first.
pub async fn heard(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    player: PlayerId,
    span: Span,
) -> Result<Vec<Words>, StoreError> {
    let mut reader = reader.into();
    let query = sql(HEARD)
        .bind(game.as_str())
        .bind(player.0)
        .bind(span.after)
        .bind(span.before)
        .bind(int(span.upto))
        .bind(span.most);
    let mut found: Vec<Words> = query.readable(reader.again()).await?;
    found.reverse();
    addressed(reader, game, found).await
}

/// Returns the pinned messages that a player can read for a range of events, oldest first,
/// regardless of when they were written.
pub async fn pinned(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    player: PlayerId,
    events: RangeInclusive<Seq>,
    most: u32,
) -> Result<Vec<Words>, StoreError> {
    let mut reader = reader.into();
    let query = sql(PINNED)
        .bind(game.as_str())
        .bind(player.0)
        .bind(int(*events.start()))
        .bind(int(*events.end()))
        .bind(most);
    let found: Vec<Words> = query.readable(reader.again()).await?;
    addressed(reader, game, found).await
}

/// Adds the recipients to messages.
async fn addressed(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    mut words: Vec<Words>,
) -> Result<Vec<Words>, StoreError> {
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return Ok(words) };
    let query = sql(ADDRESSED).bind(game.as_str()).bind(first.id).bind(last.id);
    let mut to: BTreeMap<i64, Vec<Seat>> = BTreeMap::new();
    let rows = query.rows(reader).await?;
    let recipient = |row: &Row| Ok((row.get("chat_message")?, row.seat("seat")?));
    for (words, seat) in all_readable(&rows, recipient)? {
        to.entry(words).or_default().push(seat);
    }
    for one in &mut words {
        one.to = to.remove(&one.id).unwrap_or_default();
    }
    Ok(words)
}
