//! Earlier emails to a player about the same seat. Dropped and failed emails do not count, because
//! they were not received.

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::column::{FromRow, Row};
use crate::sql::{Reader, sql};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;

/// An email that was sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sent {
    pub message_id: String,
    pub subject: String,
    /// The last event it covered.
    pub seq: Seq,
    /// New cards that it had no room to explain.
    pub untold: Vec<String>,
}

impl FromRow for Sent {
    fn from_row(row: &Row) -> Result<Sent, StoreError> {
        Ok(Sent {
            message_id: row.get("message_id")?,
            subject: row.get("subject")?,
            seq: row.seq("seq")?,
            // A damaged list only means that some cards are not explained; the email is still sent.
            untold: row
                .get::<Option<String>>("unexplained_cards")?
                .and_then(|names| serde_json::from_str(&names).ok())
                .unwrap_or_default(),
        })
    }
}

const FIRST: &str = "SELECT message_id, coalesce(subject, '') AS subject, seq, unexplained_cards \
    FROM outbox WHERE game = $1 AND seat = $2 AND player = $3 AND state = 'sent' \
    AND seq IS NOT NULL ORDER BY id LIMIT 1";
/// Emails about no seat may not refer to an event either.
const FIRST_TO: &str = "SELECT message_id FROM outbox WHERE game = $1 AND player = $2 \
    AND state = 'sent' ORDER BY id LIMIT 1";
const LAST: &str = "SELECT message_id, coalesce(subject, '') AS subject, seq, unexplained_cards \
    FROM outbox WHERE game = $1 AND seat = $2 AND player = $3 AND state = 'sent' \
    AND seq IS NOT NULL AND kind IN ($4, $5) ORDER BY id DESC LIMIT 1";

/// By id; only the head of some emails is stored.
const HEAD: &str = "SELECT message_id, subject, coalesce(seq, 0) AS seq, unexplained_cards \
    FROM outbox WHERE id = $1 AND subject IS NOT NULL";

/// Returns the head of a rendered email.
pub async fn head_of(
    reader: impl Into<Reader<'_>>,
    email: i64,
) -> Result<Option<Sent>, StoreError> {
    sql(HEAD).bind(email).one_if(reader).await
}

/// Returns the first email sent to a player about a seat.
pub async fn first_sent(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    seat: Seat,
    player: PlayerId,
) -> Result<Option<Sent>, StoreError> {
    let query = sql(FIRST).bind(game.as_str()).bind(seat.0).bind(player.0);
    query.one_if(reader).await
}

/// Returns the Message-ID of the first email sent to a player about a game.
pub async fn first_to(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    player: PlayerId,
) -> Result<Option<String>, StoreError> {
    let row = sql(FIRST_TO).bind(game.as_str()).bind(player.0).row_if(reader).await?;
    row.map(|row| row.get("message_id")).transpose()
}

/// Returns the last email of these two kinds.
pub async fn last_sent(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    seat: Seat,
    player: PlayerId,
    kinds: [&str; 2],
) -> Result<Option<Sent>, StoreError> {
    let query = sql(LAST).bind(game.as_str()).bind(seat.0).bind(player.0);
    query.bind(kinds[0]).bind(kinds[1]).one_if(reader).await
}
