//! Chat messages that players reported to the admins.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::column::{FromRow, Row, ms};
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;

/// A report to be stored.
#[derive(Clone, Debug)]
pub struct NewReport {
    pub at: DateTime<Utc>,
    pub by: PlayerId,
    /// Who wrote the message.
    pub author: PlayerId,
    pub game: GameId,
    pub message: i64,
    pub comment: String,
}

/// A report, with the message and the current names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    pub id: i64,
    pub at: DateTime<Utc>,
    pub by: PlayerId,
    pub by_name: String,
    pub author: PlayerId,
    pub author_name: String,
    pub game: GameId,
    /// `None` for a private message of a game in which the asking admin plays.
    pub message: Option<String>,
    pub comment: String,
    pub closed_at: Option<DateTime<Utc>>,
}

impl FromRow for Report {
    fn from_row(row: &Row) -> Result<Report, StoreError> {
        Ok(Report {
            id: row.get("id")?,
            at: row.time("created_at")?,
            by: row.player("player")?,
            by_name: row.get("by_name")?,
            author: row.player("reported_player")?,
            author_name: row.get("author_name")?,
            game: row.game("game")?,
            message: row.get("message_text")?,
            comment: row.get("comment")?,
            closed_at: row.time_if("closed_at")?,
        })
    }
}

const ADD: &str = "INSERT INTO report \
    (created_at, player, reported_player, game, chat_message, comment) \
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (player, chat_message) DO NOTHING";
/// Hides a report from the admin whom it is about, and the report of a private message from admins
/// who play in its game.
const LIST: &str = "SELECT report.*, reporter.name AS by_name, author.name AS author_name, \
    CASE WHEN chat_message.to_table = 0 AND EXISTS (SELECT 1 FROM seat_holder \
        WHERE seat_holder.game = report.game AND seat_holder.player = $3) \
        AND NOT EXISTS (SELECT 1 FROM chat_recipient \
        WHERE chat_recipient.chat_message = report.chat_message AND chat_recipient.player = $3) \
    THEN NULL ELSE chat_message.text END AS message_text FROM report \
    JOIN player AS reporter ON reporter.id = report.player \
    JOIN player AS author ON author.id = report.reported_player \
    JOIN chat_message ON chat_message.id = report.chat_message \
    WHERE report.reported_player IS DISTINCT FROM $3 \
    ORDER BY CASE WHEN report.closed_at IS NULL THEN 0 ELSE 1 END, report.id DESC \
    LIMIT $1 OFFSET $2";
const OPEN: &str = "SELECT count(*) AS n FROM report WHERE closed_at IS NULL \
    AND reported_player != $1";
const CLOSE: &str = "UPDATE report SET closed_at = $1 WHERE id = $2 AND closed_at IS NULL \
    AND reported_player != $3";

/// Stores a report, unless the player has reported that message before. Returns whether it is new.
pub async fn add(tx: &mut Tx, new: &NewReport) -> Result<bool, StoreError> {
    let added = sql(ADD)
        .bind(ms(new.at))
        .bind(new.by.0)
        .bind(new.author.0)
        .bind(new.game.as_str())
        .bind(new.message)
        .bind(new.comment.as_str())
        .run(tx)
        .await?;
    Ok(added == 1)
}

/// Returns the reports that an admin may see, or all for a command, open ones first, newest first.
pub async fn list(
    reader: impl Into<Reader<'_>>,
    admin: Option<PlayerId>,
    limit: u32,
    skip: u32,
) -> Result<Vec<Report>, StoreError> {
    let query = sql(LIST).bind(limit).bind(skip).bind(admin.map(|admin| admin.0));
    query.readable(reader).await
}

/// Returns the number of open reports that an admin may see.
pub async fn open(reader: impl Into<Reader<'_>>, admin: PlayerId) -> Result<u64, StoreError> {
    sql(OPEN).bind(admin.0).row(reader).await?.count("n")
}

/// Closes a report. Closing it again changes nothing, nor does closing one about the admin.
pub async fn close(
    tx: &mut Tx,
    admin: PlayerId,
    id: i64,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sql(CLOSE).bind(ms(now)).bind(id).bind(admin.0).run(tx).await?;
    Ok(())
}
