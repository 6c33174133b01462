//! Other emails of the same kind to the same player about the same game.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::column::ms;
use crate::sql::{Reader, Text, on_postgres, sql};
use ravenpost_log::GameId;
use ravenpost_rules::numbers::Seq;

/// The reason given for an email that was merged into another.
pub const EMAILED: &str = "sent in a combined email";

/// Emails of one kind to one player about one game.
#[derive(Clone, Copy, Debug)]
pub struct Others<'a> {
    pub game: &'a GameId,
    pub player: PlayerId,
    pub kind: &'a str,
}

const WAITING: &str = "SELECT id FROM outbox WHERE game = $1 AND player = $2 AND kind = $3 \
    AND state = 'waiting' AND subject IS NULL AND message_id != $4";
/// The first event since the last sent email that no email has covered.
const UNTOLD: &str = "SELECT min(seq) AS seq FROM outbox WHERE game = $1 AND player = $2 \
    AND kind = $3 AND state IN ('waiting', 'sending', 'dropped') \
    AND coalesce(last_error, '') != $4 AND id > (SELECT coalesce(max(id), 0) FROM outbox \
        WHERE game = $1 AND player = $2 AND kind = $3 AND state = 'sent')";
const WAS_EMAILED: &str = "SELECT 1 FROM outbox WHERE message_id = $1 AND (state = 'sent' \
    OR state IN ('sending', 'waiting') AND subject IS NOT NULL OR last_error = $2)";
const ANY_SENT: &str = "SELECT 1 FROM outbox \
    WHERE player = $1 AND state = 'sent' AND sent_at >= $2 LIMIT 1";

/// Reminders of any game.
const REMINDED: &str = "SELECT sent_at FROM outbox WHERE player = $1 AND state = 'sent' \
    AND sent_at > $2 AND kind IN ('reminder_half', 'reminder_fifth', 'reminder_last_call') \
    ORDER BY sent_at DESC";

const SENT: Text = Text::Each {
    sqlite: "SELECT count(*) AS n FROM outbox WHERE game = $1 AND player = $2 \
    AND kind IN (SELECT value FROM json_each($3)) AND state = 'sent' AND sent_at > $4",
    postgres: on_postgres::SENT_SINCE,
};

/// Returns the other emails of that kind that are not rendered yet.
pub async fn waiting_with(
    reader: impl Into<Reader<'_>>,
    Others { game, player, kind }: Others<'_>,
    message_id: &str,
) -> Result<Vec<i64>, StoreError> {
    let query = sql(WAITING).bind(game.as_str()).bind(player.0).bind(kind).bind(message_id);
    let rows = query.rows(reader).await?;
    rows.iter().map(|row| row.get("id")).collect()
}

/// Returns the first event that no email of that kind has covered.
pub async fn untold(
    reader: impl Into<Reader<'_>>,
    Others { game, player, kind }: Others<'_>,
) -> Result<Option<Seq>, StoreError> {
    let query = sql(UNTOLD).bind(game.as_str()).bind(player.0).bind(kind).bind(EMAILED);
    query.row(reader).await?.seq_if("seq")
}

/// Returns whether the player received the contents of an email, from it or from another.
pub async fn was_emailed(
    reader: impl Into<Reader<'_>>,
    message_id: &str,
) -> Result<bool, StoreError> {
    Ok(sql(WAS_EMAILED).bind(message_id).bind(EMAILED).row_if(reader).await?.is_some())
}

/// Returns whether any email to a player was sent since that time.
pub async fn any_sent_since(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
    since: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let query = sql(ANY_SENT).bind(player.0).bind(ms(since));
    Ok(query.row_if(reader).await?.is_some())
}

/// Returns when reminders were sent to a player since that time, for any game, newest first.
pub async fn reminded_since(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
    since: DateTime<Utc>,
) -> Result<Vec<DateTime<Utc>>, StoreError> {
    let rows = sql(REMINDED).bind(player.0).bind(ms(since)).rows(reader).await?;
    rows.iter().map(|row| row.time("sent_at")).collect()
}

/// Returns how many emails of these kinds were sent since that time.
pub async fn sent_since(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    player: PlayerId,
    kinds: &[&str],
    since: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let kinds = serde_json::Value::from(kinds.to_vec()).to_string();
    let query = sql(SENT).bind(game.as_str()).bind(player.0).bind(kinds).bind(ms(since));
    query.row(reader).await?.count("n")
}
