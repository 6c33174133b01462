//! The outbox. A row is written with the event it is about and remains until it is sent, failed or
//! no longer true. Each attempt renders the text again until the relay first asks for the message
//! data. From then on the bytes are stored, and later attempts send the same ones.
//!
//! `waiting` -> `sending` (claimed by a worker) -> `sent`, or back to `waiting` with a later due
//! time, or `failed`, or `dropped`. With a file, a single process works on the outbox, so claims it
//! finds when it starts are stale.

mod dead_nodes;
mod gather;
pub(crate) mod included;
mod kinds;
mod lists;
pub(crate) mod others;
mod schedule;
mod thread;
mod work;

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::column::{FromRow, Row, int, ms};
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;

pub use dead_nodes::{
    any_claimed_by_dead_nodes, is_held_by, release_claims_of_dead_nodes, taken_by,
};
pub use gather::{QueuedEmails, defer, first_waiting, gathers, last_due};
pub use included::{carried_by, carry, contain};
pub use kinds::{Kinds, Unwritten, unwritten};
pub use lists::{Counts, counts, get, list, next_moment, of_game, of_player, oldest, waiting_for};
pub use others::{
    Others, any_sent_since, reminded_since, sent_since, untold, waiting_with, was_emailed,
};
pub use schedule::Schedule;
pub use thread::{Sent, first_sent, first_to, head_of, last_sent};
pub use work::{
    Again, drop_one, due, failed, finish, forget_sign_ins, is_stopped, overdue, purge_bodies,
    put_off, reclaim_expired, record_unexplained_cards, release, release_all, retry, scrub_body,
    sent, take, wait,
};

/// The kind of the sign-in email. SQL names it too.
const URGENT: &str = "sign_in";

/// The state of an email in the outbox.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum OutboxState {
    Waiting,
    Sending,
    Sent,
    /// Given up; shown to the player and the organiser.
    Failed,
    /// No longer true by the time it was due.
    Dropped,
}

impl OutboxState {
    /// Returns the word that represents it in the database.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// An email to be queued: to a player, to an address, or to a player at a different address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueuedEmail {
    /// Without the angle brackets; unique.
    pub message_id: String,
    pub to_player: Option<PlayerId>,
    pub address: Option<String>,
    pub kind: String,
    pub game: Option<GameId>,
    pub seat: Option<Seat>,
    pub seq: Option<Seq>,
    /// JSON with additional data for rendering.
    pub payload: String,
    /// The Message-IDs it refers to, oldest first, separated by spaces.
    pub references: String,
    pub at: DateTime<Utc>,
    /// The earliest time to send it.
    pub due_at: DateTime<Utc>,
}

/// The rendered email, which every attempt sends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RenderedEmail {
    pub subject: String,
    pub text: String,
    pub html: Option<String>,
    /// The recipient's address.
    pub address: String,
    /// The complete signed message, which every attempt sends byte for byte. Empty once it was
    /// delivered.
    pub message: Vec<u8>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutboxEmail {
    pub id: i64,
    pub queued: QueuedEmail,
    pub state: OutboxState,
    /// How many times it was claimed for sending.
    pub attempts: u32,
    pub first_at: Option<DateTime<Utc>>,
    pub last_error: Option<String>,
    pub lease_until: Option<DateTime<Utc>>,
    /// Its subject, once it is rendered.
    pub subject: Option<String>,
    /// `None` before the first attempt, and in lists.
    pub finished: Option<RenderedEmail>,
    pub sent_at: Option<DateTime<Utc>>,
}

impl OutboxEmail {
    /// Returns whether a person is waiting for it.
    pub fn urgent(&self) -> bool {
        self.queued.kind == URGENT
    }
}

impl FromRow for OutboxEmail {
    fn from_row(row: &Row) -> Result<OutboxEmail, StoreError> {
        let subject: Option<String> = row.get("subject")?;
        let finished = match (&subject, row.get("text")?) {
            (Some(subject), Some(text)) => Some(RenderedEmail {
                subject: subject.clone(),
                text,
                html: row.get("html")?,
                address: row.get::<Option<_>>("address")?.unwrap_or_default(),
                message: row.get::<Option<_>>("raw")?.unwrap_or_default(),
            }),
            _ => None,
        };
        Ok(OutboxEmail {
            id: row.get("id")?,
            queued: queued(row)?,
            state: row.word("state")?,
            attempts: row.get("attempts")?,
            first_at: row.time_if("first_attempt_at")?,
            last_error: row.get("last_error")?,
            lease_until: row.time_if("claimed_until")?,
            subject,
            finished,
            sent_at: row.time_if("sent_at")?,
        })
    }
}

fn queued(row: &Row) -> Result<QueuedEmail, StoreError> {
    Ok(QueuedEmail {
        message_id: row.get("message_id")?,
        to_player: row.player_if("player")?,
        address: row.get("address")?,
        kind: row.get("kind")?,
        game: row.game_if("game")?,
        seat: row.seat_if("seat")?,
        seq: row.seq_if("seq")?,
        payload: row.get("payload")?,
        references: row.get("reference_ids")?,
        at: row.time("created_at")?,
        due_at: row.time("due_at")?,
    })
}

const OWE: &str = "INSERT INTO outbox (message_id, player, address, kind, game, seat, seq, \
    payload, reference_ids, created_at, due_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id";

const IS_QUEUED: &str = "SELECT 1 FROM outbox WHERE message_id = $1 LIMIT 1";

/// Returns whether an email with that Message-ID exists, sent or not.
pub async fn is_queued(
    reader: impl Into<Reader<'_>>,
    message_id: &str,
) -> Result<bool, StoreError> {
    Ok(sql(IS_QUEUED).bind(message_id).row_if(reader).await?.is_some())
}

/// Queues an email, in the same transaction as the event it is about.
pub async fn owe(tx: &mut Tx, email: &QueuedEmail) -> Result<i64, StoreError> {
    let query = sql(OWE)
        .bind(email.message_id.as_str())
        .bind(email.to_player.map(|player| player.0))
        .bind(email.address.as_deref())
        .bind(email.kind.as_str())
        .bind(email.game.as_ref().map(GameId::as_str))
        .bind(email.seat.map(|seat| seat.0))
        .bind(email.seq.map(int))
        .bind(email.payload.as_str())
        .bind(email.references.as_str())
        .bind(ms(email.at))
        .bind(ms(email.due_at));
    query.row(tx).await?.get("id")
}

const CONCERNS: &str = "UPDATE outbox SET about_player = $2 WHERE id = $1";
const CLAIM: &str = "UPDATE outbox SET about_player = $2 WHERE lower(address) = $1 \
    AND player IS NULL";

/// Records that an email to any recipient is about a player, so that it is erased with that player.
pub async fn concerns(tx: &mut Tx, email: i64, player: PlayerId) -> Result<(), StoreError> {
    sql(CONCERNS).bind(email).bind(player.0).run(tx).await?;
    Ok(())
}

/// Like `concerns`, for all emails to an address that the player gives up.
pub async fn claim(tx: &mut Tx, address: &str, player: PlayerId) -> Result<(), StoreError> {
    sql(CLAIM).bind(address.trim().to_lowercase()).bind(player.0).run(tx).await?;
    Ok(())
}
