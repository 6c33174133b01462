//! Counts the personal data of one person by kind, to be shown before it is erased.

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::column::Row;
use crate::sql::{Reader, sql};

/// The number of rows of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traces {
    /// Signed-in browsers, and pending sign-ins.
    pub sessions: u64,
    pub sign_ins: u64,
    /// Access tokens for the API.
    pub tokens: u64,
    /// Emails to the person and from the person.
    pub emails: u64,
    pub replies: u64,
    /// Invitations to the person's address.
    pub invitations: u64,
    /// The person's messages and private notes.
    pub words: u64,
    pub notes: u64,
    /// Seats that the person holds in running and finished games.
    pub seats: u64,
    /// Tables that the person organises; they will have no organiser.
    pub tables: u64,
    /// What admins did to the account.
    pub admin_entries: u64,
    /// Reports of messages, by the person and about the person.
    pub reports: u64,
    /// Players whom the person has blocked. Who has blocked the person stays private.
    pub blocks: u64,
}

const COUNT: &str = "SELECT \
    (SELECT count(*) FROM session WHERE player = own.id) AS sessions, \
    (SELECT count(*) FROM sign_in WHERE address = own.address) AS sign_ins, \
    (SELECT count(*) FROM outbox WHERE player = own.id OR about_player = own.id \
        OR lower(address) = own.address) AS emails, \
    (SELECT count(*) FROM inbound_email WHERE player = own.id \
        OR lower(sender) = own.address) AS replies, \
    (SELECT count(*) FROM invitation WHERE lower(address) = own.address) AS invitations, \
    (SELECT count(*) FROM chat_message WHERE player = own.id) AS words, \
    (SELECT count(*) FROM note WHERE player = own.id) AS notes, \
    (SELECT count(*) FROM seat_holder WHERE player = own.id) AS seats, \
    (SELECT count(*) FROM organiser WHERE player = own.id) AS tables, \
    (SELECT count(*) FROM api_token WHERE player = own.id) AS tokens, \
    (SELECT count(*) FROM admin_log WHERE player = own.id) AS admin_entries, \
    (SELECT count(*) FROM report WHERE player = own.id \
        OR reported_player = own.id) AS reports, \
    (SELECT count(*) FROM player_block WHERE player = own.id) AS blocks \
    FROM player AS own WHERE own.id = $1";

/// Counts the data of a person.
pub async fn of(reader: impl Into<Reader<'_>>, player: PlayerId) -> Result<Traces, StoreError> {
    let row: Row = sql(COUNT).bind(player.0).row(reader).await?;
    Ok(Traces {
        sessions: row.count("sessions")?,
        sign_ins: row.count("sign_ins")?,
        emails: row.count("emails")?,
        replies: row.count("replies")?,
        invitations: row.count("invitations")?,
        words: row.count("words")?,
        notes: row.count("notes")?,
        seats: row.count("seats")?,
        tables: row.count("tables")?,
        tokens: row.count("tokens")?,
        admin_entries: row.count("admin_entries")?,
        reports: row.count("reports")?,
        blocks: row.count("blocks")?,
    })
}
