//! Which words were told in which letter: noted with the letter's bytes, so that the next letter
//! goes on where it ends.

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;

/// How far a letter tells what was said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TalkProgress {
    pub game: GameId,
    pub player: PlayerId,
    /// The last words in it.
    pub upto: i64,
}

const NOTE: &str = "INSERT INTO chat_notification (outbox, game, player, last_message) \
    VALUES ($1, $2, $3, $4) \
    ON CONFLICT (outbox) DO UPDATE SET last_message = excluded.last_message";
/// What stands in a letter that was given up was told to nobody; and a letter that is tried again
/// has not been told by itself.
const UPTO: &str = "SELECT coalesce(max(last_message), 0) FROM chat_notification \
    JOIN outbox ON outbox.id = chat_notification.outbox \
    WHERE chat_notification.player = $1 AND chat_notification.game = $2 \
    AND outbox.message_id != $3 \
    AND outbox.state IN ('waiting', 'sending', 'sent') AND outbox.subject IS NOT NULL";

const OF_LETTER: &str = "SELECT coalesce(max(last_message), 0) FROM chat_notification \
    WHERE outbox = $1 AND game = $2 AND player = $3";

/// Notes how far a letter tells, with its bytes.
pub async fn note(tx: &mut Tx, letter: i64, told: &TalkProgress) -> Result<(), StoreError> {
    let query = sql(NOTE).bind(letter).bind(told.game.as_str());
    query.bind(told.player.0).bind(told.upto).run(tx).await?;
    Ok(())
}

/// The last words at a table that a letter has told to a player, other than the one with that
/// Message-ID; 0 where none has.
pub async fn upto(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    player: PlayerId,
    letter: &str,
) -> Result<i64, StoreError> {
    let query = sql(UPTO).bind(player.0).bind(game.as_str()).bind(letter);
    query.row(reader).await?.get(0)
}

/// The last words at a table that stand in a letter to a player; 0 where none do.
pub async fn of_letter(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    player: PlayerId,
    letter: i64,
) -> Result<i64, StoreError> {
    let query = sql(OF_LETTER).bind(letter).bind(game.as_str()).bind(player.0);
    query.row(reader).await?.get(0)
}
