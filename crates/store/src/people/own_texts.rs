//! What a player wrote, for a copy of their own data.

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::{Reader, sql};
use chrono::{DateTime, Utc};

use crate::sql::column::{FromRow, Row};

/// A message or a note.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnText {
    pub game: String,
    pub at: DateTime<Utc>,
    pub text: String,
}

impl FromRow for OwnText {
    fn from_row(row: &Row) -> Result<OwnText, StoreError> {
        Ok(OwnText { game: row.get("game")?, at: row.time("at")?, text: row.get("text")? })
    }
}

const MESSAGES: &str = "SELECT game, sent_at AS at, text FROM chat_message WHERE player = $1 \
    ORDER BY id";
const NOTES: &str = "SELECT game, created_at AS at, text FROM note WHERE player = $1 ORDER BY id";

/// Returns all chat messages of a player.
pub async fn messages(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
) -> Result<Vec<OwnText>, StoreError> {
    sql(MESSAGES).bind(player.0).readable(reader).await
}

/// Returns all notes of a player.
pub async fn notes(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
) -> Result<Vec<OwnText>, StoreError> {
    sql(NOTES).bind(player.0).readable(reader).await
}
