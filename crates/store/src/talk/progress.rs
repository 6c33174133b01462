//! The messages contained in each email. They are recorded when the email is rendered, so that the
//! next one continues after them.

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::post::outbox::others::EMAILED;
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;

/// How far an email covers the messages at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TalkProgress {
    pub game: GameId,
    pub player: PlayerId,
    /// The last message in it.
    pub upto: i64,
    /// The other email that was to report these messages, if they were gathered from it.
    pub gathered: Option<i64>,
}

const NOTE: &str = "INSERT INTO chat_notification (outbox, game, player, last_message) \
    VALUES ($1, $2, $3, $4) \
    ON CONFLICT (outbox) DO UPDATE SET last_message = excluded.last_message";
/// Failed emails do not count, because they were not received. The email itself is excluded,
/// because it may be a retry. The messages of a gathered email were sent with another one.
const LAST_MESSAGE: &str = "SELECT coalesce(max(last_message), 0) AS last FROM chat_notification \
    JOIN outbox ON outbox.id = chat_notification.outbox \
    WHERE chat_notification.player = $1 AND chat_notification.game = $2 \
    AND outbox.message_id != $3 \
    AND (outbox.state IN ('waiting', 'sending', 'sent') AND outbox.subject IS NOT NULL \
        OR outbox.state = 'dropped' AND outbox.last_error = $4)";

const OF_EMAIL: &str = "SELECT coalesce(max(last_message), 0) AS last FROM chat_notification \
    WHERE outbox = $1 AND game = $2 AND player = $3";

const OF_TABLE: &str = "SELECT game, player FROM outbox WHERE id = $1 AND kind = $2 \
    AND game IS NOT NULL AND player IS NOT NULL";
const NEWER: &str = "SELECT 1 FROM chat_message WHERE game = $1 AND player != $2 AND id > $3 \
    AND (to_table = 1 OR EXISTS (SELECT 1 FROM chat_recipient \
        WHERE chat_recipient.chat_message = chat_message.id AND chat_recipient.player = $2)) \
    AND NOT EXISTS (SELECT 1 FROM mute WHERE mute.game = chat_message.game \
        AND mute.player = $2 AND mute.muted_player = chat_message.player) \
    AND NOT EXISTS (SELECT 1 FROM player_block WHERE player_block.player = $2 \
        AND player_block.blocked_player = chat_message.player) \
    LIMIT 1";

/// Records how far an email covers the messages, when it is rendered. An email has one such row, so
/// messages from several tables are recorded with the emails that they were gathered from.
pub async fn note(tx: &mut Tx, email: i64, progress: &TalkProgress) -> Result<(), StoreError> {
    let email = progress.gathered.unwrap_or(email);
    let query = sql(NOTE).bind(email).bind(progress.game.as_str());
    query.bind(progress.player.0).bind(progress.upto).run(tx).await?;
    Ok(())
}

/// Returns the last message at a table in any email to a player, other than the email with that
/// Message-ID; 0 if there is none.
pub async fn upto(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    player: PlayerId,
    email: &str,
) -> Result<i64, StoreError> {
    let query = sql(LAST_MESSAGE).bind(player.0).bind(game.as_str()).bind(email).bind(EMAILED);
    query.row(reader).await?.get("last")
}

/// Returns the last message at a table in an email to a player; 0 if there is none.
pub async fn of_email(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    player: PlayerId,
    email: i64,
) -> Result<i64, StoreError> {
    let query = sql(OF_EMAIL).bind(email).bind(game.as_str()).bind(player.0);
    query.row(reader).await?.get("last")
}

/// Returns whether an email about chat is still needed, although its messages were gathered into
/// another one that covers them up to `sent`. It is if newer messages have arrived.
pub async fn is_behind(
    tx: &mut Tx,
    email: i64,
    kind: &str,
    sent: &[TalkProgress],
) -> Result<bool, StoreError> {
    let Some(row) = sql(OF_TABLE).bind(email).bind(kind).row_if(&mut *tx).await? else {
        return Ok(false);
    };
    let (game, player) = (row.game("game")?, row.player("player")?);
    let covered = match sent.iter().find(|one| one.game == game && one.player == player) {
        Some(one) => one.upto,
        None => upto(&mut *tx, &game, player, "").await?,
    };
    let query = sql(NEWER).bind(game.as_str()).bind(player.0).bind(covered);
    Ok(query.row_if(tx).await?.is_some())
}
