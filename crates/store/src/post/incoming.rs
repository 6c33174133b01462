//! Inbound emails. Each is stored as it arrived before it is processed.
//!
//! The same bytes to the same recipient count as one email. The Message-ID does not matter, because
//! the sender chooses it.

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};

use crate::error::StoreError;
use crate::ids::{PlayerId, TokenHash};
use crate::sql::column::{FromRow, Row, bad, ms};
use crate::sql::unreadable_rows::all_readable;
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;

/// The number of processed emails per reply key whose text is retained.
const OF_A_KEY: i64 = 20;

/// The state of an inbound email.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, strum::EnumString, strum::IntoStaticStr, strum::VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum IncomingState {
    /// Not processed yet.
    New,
    /// Held until its player confirms that it is genuine.
    Held,
    /// Processed, including any reply.
    Done,
    /// Automatic, or not meant for this server.
    Ignored,
}

impl IncomingState {
    /// All states.
    pub const ALL: &[IncomingState] = <IncomingState as strum::VariantArray>::VARIANTS;

    /// Returns the word that represents it in the database.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// An email as a mail source delivers it.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// The mail source: "spool", "imap", "lmtp" or "page".
    pub source: &'static str,
    /// The mail source's own id for it.
    pub uid: Option<String>,
    /// The envelope recipient; empty if unknown.
    pub recipient: String,
    pub raw: Vec<u8>,
    pub at: DateTime<Utc>,
}

/// An inbound email.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Incoming {
    pub id: i64,
    pub source: String,
    pub uid: Option<String>,
    pub recipient: String,
    /// The raw email; `None` in lists and after it was purged.
    pub raw: Option<Vec<u8>>,
    pub received_at: DateTime<Utc>,
    pub state: IncomingState,
    /// How often processing was started.
    pub tries: u32,
    /// Whether its player confirmed that it is genuine.
    pub vouched: bool,
    pub found: Found,
    pub note: Option<String>,
    /// Its contents, while the player is asked to confirm it.
    pub words: Vec<String>,
    /// The outbox id of the reply.
    pub answer: Option<i64>,
    pub done_at: Option<DateTime<Utc>>,
}

/// What was found in it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    pub message_id: Option<String>,
    pub sender: Option<String>,
    pub verdict: Option<String>,
    pub key: Option<TokenHash>,
    pub player: Option<PlayerId>,
    pub game: Option<GameId>,
    pub seat: Option<Seat>,
}

/// The result of processing it.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub state: IncomingState,
    pub found: Found,
    /// A sentence for the admin.
    pub note: String,
    pub answer: Option<i64>,
    pub at: DateTime<Utc>,
}

impl FromRow for Incoming {
    fn from_row(row: &Row) -> Result<Incoming, StoreError> {
        let key = row.get::<Option<&[u8]>>("reply_key")?.map(TryInto::try_into);
        let words: Option<&str> = row.get("preview")?;
        Ok(Incoming {
            id: row.get("id")?,
            source: row.get("source")?,
            uid: row.get("source_ref")?,
            recipient: row.get("recipient")?,
            raw: row.get("raw")?,
            received_at: row.time("received_at")?,
            state: row.word("state")?,
            tries: row.get("attempts")?,
            vouched: row.get("confirmed")?,
            found: Found {
                message_id: row.get("message_id")?,
                sender: row.get("sender")?,
                verdict: row.get("auth_result")?,
                key: key.transpose().map_err(|_| bad("a hash must have 32 bytes"))?,
                player: row.player_if("player")?,
                game: row.game_if("game")?,
                seat: row.seat_if("seat")?,
            },
            note: row.get("note")?,
            words: words.and_then(|words| serde_json::from_str(words).ok()).unwrap_or_default(),
            answer: row.get("reply_outbox")?,
            done_at: row.time_if("processed_at")?,
        })
    }
}

const ADD: &str = "INSERT INTO inbound_email \
    (source, source_ref, recipient, sha256, raw, received_at) \
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (recipient, sha256) DO NOTHING RETURNING id";
const GET: &str = "SELECT * FROM inbound_email WHERE id = $1";
const NEW: &str = "SELECT id FROM inbound_email WHERE state = 'new' AND id > $1 ORDER BY id \
    LIMIT $2";
const LIST: &str = "SELECT id, source, source_ref, recipient, NULL AS raw, received_at, state, \
    attempts, confirmed, message_id, sender, auth_result, reply_key, player, game, seat, note, \
    NULL AS preview, reply_outbox, processed_at FROM inbound_email WHERE state = $1 \
    ORDER BY id DESC LIMIT $2";
const COUNT: &str = "SELECT state, count(*) AS n FROM inbound_email GROUP BY state";
const BEGIN: &str = "UPDATE inbound_email SET attempts = attempts + 1 WHERE id = $1 \
    AND state = 'new'";
const LEAVE: &str = "UPDATE inbound_email SET attempts = attempts - 1 \
    WHERE id = $1 AND state = 'new' AND attempts > 0";
const SETTLE: &str = "UPDATE inbound_email SET state = $2, message_id = $3, sender = $4, \
    auth_result = $5, reply_key = $6, player = $7, game = $8, seat = $9, note = $10, \
    reply_outbox = $11, processed_at = $12, raw = CASE WHEN $2 = 'ignored' \
        AND NOT EXISTS (SELECT 1 FROM reply_key WHERE hash = $6) THEN NULL ELSE raw END \
    WHERE id = $1 AND state IN ('new', 'held')";
/// Only the last emails to each key keep their text, however many arrive.
const CROWDED: &str = "UPDATE inbound_email SET raw = NULL WHERE raw IS NOT NULL \
    AND state IN ('done', 'ignored') AND reply_key = $1 AND id <= (SELECT id FROM inbound_email \
        WHERE reply_key = $1 AND raw IS NOT NULL AND state IN ('done', 'ignored') \
        ORDER BY id DESC LIMIT 1 OFFSET $2)";
const AGAIN: &str = "UPDATE inbound_email SET state = 'new', attempts = 0, note = NULL \
    WHERE id = $1 AND raw IS NOT NULL AND reply_outbox IS NULL";
const THIN: &str = "UPDATE inbound_email SET raw = NULL \
    WHERE state IN ('done', 'ignored') AND processed_at < $1 AND raw IS NOT NULL";

/// Stores an email and returns its id; `None` if it arrived before.
pub async fn add(tx: &mut Tx, email: &Arrival) -> Result<Option<i64>, StoreError> {
    let sha: TokenHash = Sha256::digest(&email.raw).into();
    let row = sql(ADD)
        .bind(email.source)
        .bind(email.uid.as_deref())
        .bind(email.recipient.as_str())
        .bind(sha.as_slice())
        .bind(email.raw.as_slice())
        .bind(ms(email.at))
        .row_if(tx)
        .await?;
    row.map(|row| row.get("id")).transpose()
}

/// Reads an email with its raw bytes.
///
/// # Errors
///
/// [`StoreError::NotFound`] if there is none.
pub async fn get(reader: impl Into<Reader<'_>>, id: i64) -> Result<Incoming, StoreError> {
    sql(GET).bind(id).one(reader).await
}

/// Returns the ids of unprocessed emails after `after`, oldest first.
pub async fn new(
    reader: impl Into<Reader<'_>>,
    after: i64,
    limit: u32,
) -> Result<Vec<i64>, StoreError> {
    let rows = sql(NEW).bind(after).bind(limit).rows(reader).await?;
    rows.iter().map(|row| row.get("id")).collect()
}

/// Returns emails in a state, newest first, without their text.
pub async fn list(
    reader: impl Into<Reader<'_>>,
    state: IncomingState,
    limit: u32,
) -> Result<Vec<Incoming>, StoreError> {
    sql(LIST).bind(state.word()).bind(limit).readable(reader).await
}

const LAST: &str = "SELECT coalesce(max(id), 0) AS last FROM inbound_email";
const KEYED: &str = "SELECT * FROM inbound_email WHERE id > $1 AND reply_key = $2 ORDER BY id \
    LIMIT 1";

/// Returns the id of the newest email; 0 if there is none.
pub async fn last(reader: impl Into<Reader<'_>>) -> Result<i64, StoreError> {
    sql(LAST).row(reader).await?.get("last")
}

/// Returns the first processed email after `after` that was sent to the key with this hash.
pub async fn keyed(
    reader: impl Into<Reader<'_>>,
    after: i64,
    key: &TokenHash,
) -> Result<Option<Incoming>, StoreError> {
    sql(KEYED).bind(after).bind(key.as_slice()).one_if(reader).await
}

/// Returns the number of emails in each state.
pub async fn counts(
    reader: impl Into<Reader<'_>>,
) -> Result<Vec<(IncomingState, u64)>, StoreError> {
    let rows = sql(COUNT).rows(reader).await?;
    all_readable(&rows, |row| Ok((row.word("state")?, row.count("n")?)))
}

/// Counts an attempt before processing starts, so that an email that crashes the program is
/// recognised by its attempts.
pub async fn begin(tx: &mut Tx, id: i64) -> Result<bool, StoreError> {
    Ok(sql(BEGIN).bind(id).run(tx).await? == 1)
}

/// Takes back an attempt that failed through no fault of the email.
pub async fn leave(tx: &mut Tx, id: i64) -> Result<(), StoreError> {
    sql(LEAVE).bind(id).run(tx).await?;
    Ok(())
}

/// Stores the result of processing, in the same transaction as its effects. Returns `false` if
/// there already is a result. The text of an email without a valid key is not retained, because
/// anyone can send any number of those.
pub async fn settle(tx: &mut Tx, id: i64, outcome: &Outcome) -> Result<bool, StoreError> {
    let found = &outcome.found;
    let query = sql(SETTLE)
        .bind(id)
        .bind(outcome.state.word())
        .bind(found.message_id.as_deref())
        .bind(found.sender.as_deref())
        .bind(found.verdict.as_deref())
        .bind(found.key.as_ref().map(|key| key.as_slice()))
        .bind(found.player.map(|player| player.0))
        .bind(found.game.as_ref().map(GameId::as_str))
        .bind(found.seat.map(|seat| seat.0))
        .bind(outcome.note.as_str())
        .bind(outcome.answer)
        .bind(ms(outcome.at));
    let first = query.run(&mut *tx).await? == 1;
    if let Some(key) = &found.key {
        sql(CROWDED).bind(key.as_slice()).bind(OF_A_KEY).run(tx).await?;
    }
    Ok(first)
}

/// Queues a held or ignored email for processing again, unless there was a reply.
pub async fn again(tx: &mut Tx, id: i64) -> Result<bool, StoreError> {
    Ok(sql(AGAIN).bind(id).run(tx).await? == 1)
}

const FORGET: &str = "DELETE FROM inbound_email WHERE state = 'ignored' AND processed_at < $1";

/// Deletes ignored emails processed before that time.
pub async fn forget(tx: &mut Tx, before: DateTime<Utc>) -> Result<u64, StoreError> {
    sql(FORGET).bind(ms(before)).run(tx).await
}

/// Deletes the text of emails processed before that time. Their rows remain.
pub async fn purge_bodies(tx: &mut Tx, before: DateTime<Utc>) -> Result<u64, StoreError> {
    sql(THIN).bind(ms(before)).run(tx).await
}

const HELD: &str = "SELECT id, source, source_ref, recipient, NULL AS raw, received_at, state, \
    attempts, confirmed, message_id, sender, auth_result, reply_key, player, game, seat, note, \
    preview, reply_outbox, processed_at FROM inbound_email \
    WHERE player = $1 AND state = 'held' AND raw IS NOT NULL ORDER BY id DESC LIMIT $2";
const HELD_SINCE: &str = "SELECT count(DISTINCT lower(sender)) AS senders, \
    count(*) FILTER (WHERE lower(sender) = lower($4)) AS emails FROM inbound_email \
    WHERE player = $1 AND game = $2 AND state = 'held' AND received_at > $3";
const HELD_FOR: &str = "SELECT count(*) AS n FROM inbound_email \
    WHERE player = $1 AND game = $2 AND seat = $3 AND state = 'held'";
const QUOTE: &str = "UPDATE inbound_email SET preview = $2 WHERE id = $1";
const LAPSE: &str = "UPDATE inbound_email SET state = 'ignored', preview = NULL, \
    processed_at = $2, \
    note = note || ', and the player did not confirm it' \
    WHERE state = 'held' AND received_at < $1";
const VOUCH: &str = "UPDATE inbound_email SET state = 'new', attempts = 0, confirmed = 1, \
    preview = NULL \
    WHERE id = $1 AND player = $2 AND state = 'held' AND raw IS NOT NULL";
const DISOWN: &str = "UPDATE inbound_email SET state = 'ignored', note = $3, processed_at = $4, \
    preview = NULL WHERE id = $1 AND player = $2 AND state = 'held'";

/// Stores the contents of a held email, to be shown to its player.
pub async fn quote(tx: &mut Tx, id: i64, words: &[String]) -> Result<(), StoreError> {
    let words = serde_json::to_string(words).unwrap_or_default();
    sql(QUOTE).bind(id).bind(words).run(tx).await?;
    Ok(())
}

/// Ignores held emails received before that time, because they were not confirmed.
pub async fn lapse(
    tx: &mut Tx,
    before: DateTime<Utc>,
    at: DateTime<Utc>,
) -> Result<u64, StoreError> {
    sql(LAPSE).bind(ms(before)).bind(ms(at)).run(tx).await
}

/// Returns a player's held emails, newest first, without their raw bytes.
pub async fn held(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
    limit: u32,
) -> Result<Vec<Incoming>, StoreError> {
    sql(HELD).bind(player.0).bind(limit).readable(reader).await
}

/// Counts emails held for a player in a game since that time: the number of senders, and the emails
/// of one sender.
pub async fn held_since(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
    game: &GameId,
    sender: &str,
    since: DateTime<Utc>,
) -> Result<(u64, u64), StoreError> {
    let query = sql(HELD_SINCE).bind(player.0).bind(game.as_str()).bind(ms(since)).bind(sender);
    let row = query.row(reader).await?;
    Ok((row.count("senders")?, row.count("emails")?))
}

/// Returns how many emails are held for a player's seat.
pub async fn held_for(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
    game: &GameId,
    seat: Seat,
) -> Result<u64, StoreError> {
    let query = sql(HELD_FOR).bind(player.0).bind(game.as_str()).bind(seat.0);
    query.row(reader).await?.count("n")
}

/// Records the player's confirmation of a held email, which is then processed again. Returns
/// whether it was held.
pub async fn vouch(tx: &mut Tx, id: i64, player: PlayerId) -> Result<bool, StoreError> {
    Ok(sql(VOUCH).bind(id).bind(player.0).run(tx).await? == 1)
}

/// Records that a held email is not from the player. Returns whether it was held.
pub async fn disown(
    tx: &mut Tx,
    id: i64,
    player: PlayerId,
    why: &str,
    at: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let query = sql(DISOWN).bind(id).bind(player.0).bind(why).bind(ms(at));
    Ok(query.run(tx).await? == 1)
}
