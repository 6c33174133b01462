//! Mail sources: which of them are down, and how far an IMAP mailbox was read.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::sql::column::{FromRow, Row, bad, ms};
use crate::sql::{Reader, Tx, sql};

/// A mail source that is down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceDown {
    /// The mail source: "spool", "imap" or "listener".
    pub source: String,
    pub since: DateTime<Utc>,
    /// The last error, for the admin.
    pub why: String,
}

impl FromRow for SourceDown {
    fn from_row(row: &Row) -> Result<SourceDown, StoreError> {
        let (source, since) = (row.get("source")?, row.time("down_since")?);
        Ok(SourceDown { source, since, why: row.get("reason")? })
    }
}

const SHUT: &str = "SELECT source, down_since, reason FROM mail_source_down \
    ORDER BY down_since, source";
// The earliest time is retained, even if a clock was set back meanwhile.
const SHUTS: &str = "INSERT INTO mail_source_down (source, down_since, reason) VALUES ($1, $2, $3) \
    ON CONFLICT (source) DO UPDATE SET reason = excluded.reason, \
    down_since = CASE WHEN excluded.down_since < mail_source_down.down_since \
        THEN excluded.down_since ELSE mail_source_down.down_since END";
const OPENS: &str = "DELETE FROM mail_source_down WHERE source = $1";

/// Returns the mail sources that are down, longest first.
pub async fn shut(reader: impl Into<Reader<'_>>) -> Result<Vec<SourceDown>, StoreError> {
    sql(SHUT).all(reader).await
}

/// Records that a mail source is down. Repeated calls retain the earliest time.
pub async fn shuts(tx: &mut Tx, shut: &SourceDown) -> Result<(), StoreError> {
    let query = sql(SHUTS).bind(shut.source.as_str()).bind(ms(shut.since));
    query.bind(shut.why.as_str()).run(tx).await?;
    Ok(())
}

/// Records that a mail source is up.
pub async fn opens(tx: &mut Tx, source: &str) -> Result<(), StoreError> {
    sql(OPENS).bind(source).run(tx).await?;
    Ok(())
}

/// How far a mailbox was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MailboxPlace {
    /// The mailbox's UIDVALIDITY (RFC 3501). UIDs are meaningless under a different one.
    pub validity: u32,
    /// The UID of the last email that was fetched.
    pub uid: u32,
    /// When the mailbox was first read.
    pub begun_at: DateTime<Utc>,
}

impl FromRow for MailboxPlace {
    fn from_row(row: &Row) -> Result<MailboxPlace, StoreError> {
        let number = |name| -> Result<u32, StoreError> {
            row.get::<i64>(name)?.try_into().map_err(|_| bad("a mailbox number exceeds 32 bits"))
        };
        let (validity, uid) = (number("uid_validity")?, number("last_uid")?);
        Ok(MailboxPlace { validity, uid, begun_at: row.time("started_at")? })
    }
}

const PLACE: &str = "SELECT uid_validity, last_uid, started_at FROM mailbox WHERE name = $1";
const MOVE: &str = "INSERT INTO mailbox (name, uid_validity, last_uid, started_at) \
    VALUES ($1, $2, $3, $4) ON CONFLICT (name) DO UPDATE SET \
    uid_validity = excluded.uid_validity, last_uid = excluded.last_uid";

/// Returns how far a mailbox was read; `None` before the first time.
pub async fn place(
    reader: impl Into<Reader<'_>>,
    mailbox: &str,
) -> Result<Option<MailboxPlace>, StoreError> {
    sql(PLACE).bind(mailbox).one_if(reader).await
}

/// Updates how far a mailbox was read. The time of the first read stays.
pub async fn move_to(tx: &mut Tx, mailbox: &str, place: MailboxPlace) -> Result<(), StoreError> {
    sql(MOVE)
        .bind(mailbox)
        .bind(i64::from(place.validity))
        .bind(i64::from(place.uid))
        .bind(ms(place.begun_at))
        .run(tx)
        .await?;
    Ok(())
}
