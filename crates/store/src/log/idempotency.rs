//! Served requests by idempotency key: a form's token, a reply's Message-ID, or a caller's key.
//! They are stored permanently, so that a repeated request has one effect.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::token_hash;
use crate::sql::column::{FromRow, Row, bad, int, ms};
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;
use ravenpost_rules::numbers::Seq;

/// A hash of the request's content.
pub type Content = [u8; 16];

/// The stored game of requests that concern no game. It has no events.
const NO_GAME: &str = "-";

/// The first response to a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered {
    pub game: GameId,
    /// The game's last event at the time of the response.
    pub seq: Seq,
    /// The hash of the request.
    pub content: Content,
    /// The response, as the service wrote it.
    pub answer: String,
    pub at: DateTime<Utc>,
}

const PUT: &str = "INSERT INTO idempotency_key \
    (key, game, seq, content_hash, response, created_at) VALUES ($1, $2, $3, $4, $5, $6)";
const FIND: &str = "SELECT game AS about, seq, content_hash, response, created_at \
    FROM idempotency_key WHERE key = $1";

impl Answered {
    /// Creates the response to a request that concerns no game.
    pub fn without_game(content: Content, answer: String, at: DateTime<Utc>) -> Answered {
        let game = GameId::parse(NO_GAME).expect("a hyphen is allowed in ids");
        Answered { game, seq: Seq::NONE, content, answer, at }
    }
}

impl FromRow for Answered {
    fn from_row(row: &Row) -> Result<Answered, StoreError> {
        Ok(Answered {
            game: row.game("about")?,
            seq: row.seq("seq")?,
            content: asked(row.get("content_hash")?)?,
            answer: row.get("response")?,
            at: row.time("created_at")?,
        })
    }
}

/// Returns the hash of a key. Keys may be long, and Message-IDs may contain names, so only the hash
/// is stored.
pub(crate) fn short(key: &str) -> Vec<u8> {
    content(key).to_vec()
}

/// Returns the hash that identifies a request's content.
pub fn content(asked: &str) -> Content {
    let mut content = Content::default();
    content.copy_from_slice(&token_hash(asked)[..16]);
    content
}

/// Reads a stored content hash.
fn asked(stored: &[u8]) -> Result<Content, StoreError> {
    stored.try_into().map_err(|_| bad("a content hash has 16 bytes"))
}

/// Stores a response.
///
/// # Errors
///
/// [`StoreError::Conflict`] if the key was used before.
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

/// Returns the response for that key, if it was used before.
pub async fn find(
    reader: impl Into<Reader<'_>>,
    key: &str,
) -> Result<Option<Answered>, StoreError> {
    sql(FIND).bind(short(key)).one_if(reader).await
}
