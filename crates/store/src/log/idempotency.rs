//! Requests that were answered, by the name the asker gave them: a form's token, a reply's
//! Message-ID, a caller's key. Kept for ever, so that the same request twice has one effect.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::token_hash;
use crate::sql::column::{bad, int, ms};
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;
use ravenpost_rules::numbers::Seq;

/// A hash of what was asked.
pub type Content = [u8; 16];

/// What was answered the first time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered {
    pub game: GameId,
    /// The game's last event when the answer was given.
    pub seq: Seq,
    /// What was asked.
    pub content: Content,
    /// The answer, as the service wrote it.
    pub answer: String,
    pub at: DateTime<Utc>,
}

const PUT: &str = "INSERT INTO idempotency_key \
    (key, game, seq, content_hash, response, created_at) VALUES ($1, $2, $3, $4, $5, $6)";
const FIND: &str = "SELECT game, seq, content_hash, response, created_at \
    FROM idempotency_key WHERE key = $1";

/// Only a hash is kept: keys may be long, and Message-IDs may name people.
pub(crate) fn short(key: &str) -> Vec<u8> {
    content(key).to_vec()
}

/// The hash by which what was asked is known again.
pub fn content(asked: &str) -> Content {
    let mut content = Content::default();
    content.copy_from_slice(&token_hash(asked)[..16]);
    content
}

/// The hash of what was asked, as it is stored.
pub(crate) fn asked(stored: &[u8]) -> Result<Content, StoreError> {
    stored.try_into().map_err(|_| bad("a content hash has 16 bytes"))
}

/// Keeps an answer. `Conflict` when the key was answered before.
pub async fn put(tx: &mut Tx, key: &str, answered: &Answered) -> Result<(), StoreError> {
    sql(PUT)
        .bind(short(key))
        .bind(answered.game.as_str())
        .bind(int(answered.seq))
        .bind(answered.content.as_slice())
        .bind(answered.answer.as_str())
        .bind(ms(answered.at))
        .run(tx)
        .await?;
    Ok(())
}

/// The answer given to that key, if it was ever used.
pub async fn find(
    reader: impl Into<Reader<'_>>,
    key: &str,
) -> Result<Option<Answered>, StoreError> {
    let Some(row) = sql(FIND).bind(short(key)).row_if(reader).await? else {
        return Ok(None);
    };
    let (game, seq, at) = (row.game(0)?, row.seq(1)?, row.time(4)?);
    let content = asked(row.get(2)?)?;
    Ok(Some(Answered { game, seq, content, answer: row.get(3)?, at }))
}
