//! The origins of imported games.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::sql::column::ms;
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::{GameId, Hash};

const PUT: &str = "INSERT INTO game_import (game, source, head, imported_at) \
    VALUES ($1, $2, $3, $4)";
const GET: &str = "SELECT source, head, imported_at FROM game_import WHERE game = $1";

/// An imported game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    pub game: GameId,
    /// The stated source.
    pub said: String,
    /// The hash of its last event at the time.
    pub head: Hash,
    pub at: DateTime<Utc>,
}

/// Stores where a game came from.
///
/// # Errors
///
/// [`StoreError::Conflict`] if that is already known.
pub async fn put(tx: &mut Tx, origin: &Origin) -> Result<(), StoreError> {
    sql(PUT)
        .bind(origin.game.as_str())
        .bind(origin.said.as_str())
        .bind(origin.head.0.as_slice())
        .bind(ms(origin.at))
        .run(tx)
        .await?;
    Ok(())
}

/// Returns where a game came from; `None` for one that was played here.
pub async fn of(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
) -> Result<Option<Origin>, StoreError> {
    let Some(row) = sql(GET).bind(game.as_str()).row_if(reader).await? else { return Ok(None) };
    Ok(Some(Origin {
        game: game.clone(),
        said: row.get("source")?,
        head: Hash(row.hash("head")?),
        at: row.time("imported_at")?,
    }))
}
