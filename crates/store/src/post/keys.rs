//! Reply keys, which say what a reply to an email may do. Only their hashes are stored.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::{PlayerId, TokenHash};
use crate::sql::column::{FromRow, Row, bad, int, ms};
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;

/// The purpose of a key.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Debug,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum Purpose {
    /// Orders for a seat, and other commands there.
    Orders,
    /// The envelope sender: email to it is a bounce of one email and does nothing else.
    Bounce,
    /// A reply to an invitation.
    Invitation,
    /// Unsubscribes from emails of that kind.
    Unsubscribe,
    /// A test email of the admin to the server itself.
    Probe,
}

impl Purpose {
    /// All purposes.
    pub const ALL: &[Purpose] = <Purpose as strum::VariantArray>::VARIANTS;

    /// Returns the word that represents it in the database.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    pub hash: TokenHash,
    pub purpose: Purpose,
    /// The outbox id of the email it belongs to.
    pub email: Option<i64>,
    pub player: Option<PlayerId>,
    /// The address that email went to.
    pub address: String,
    pub game: Option<GameId>,
    pub seat: Option<Seat>,
    /// The event that asked the question in the email.
    pub asked_seq: Option<Seq>,
    /// The last event that the email included.
    pub known_seq: Option<Seq>,
    /// The invitation in the email.
    pub invitation: Option<TokenHash>,
    /// The inbound email that is held until its player confirms it with this key.
    pub held: Option<i64>,
    pub made_at: DateTime<Utc>,
    /// When it was revoked.
    pub dead_at: Option<DateTime<Utc>>,
}

impl FromRow for Key {
    fn from_row(row: &Row) -> Result<Key, StoreError> {
        let invitation = row.get::<Option<&[u8]>>("invitation")?.map(TryInto::try_into);
        Ok(Key {
            hash: row.hash("hash")?,
            purpose: row.word("purpose")?,
            email: row.get("outbox")?,
            player: row.player_if("player")?,
            address: row.get("address")?,
            game: row.game_if("game")?,
            seat: row.seat_if("seat")?,
            asked_seq: row.seq_if("asked_seq")?,
            known_seq: row.seq_if("known_seq")?,
            invitation: invitation.transpose().map_err(|_| bad("a hash must have 32 bytes"))?,
            held: row.get("held_email")?,
            made_at: row.time("created_at")?,
            dead_at: row.time_if("revoked_at")?,
        })
    }
}

const ADD: &str = "INSERT INTO reply_key (hash, purpose, outbox, player, address, game, seat, \
    asked_seq, known_seq, invitation, held_email, created_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
const FIND: &str = "SELECT * FROM reply_key WHERE hash = $1";

/// Stores a reply key by its hash.
pub async fn add(tx: &mut Tx, key: &Key) -> Result<(), StoreError> {
    sql(ADD)
        .bind(key.hash.as_slice())
        .bind(key.purpose.word())
        .bind(key.email)
        .bind(key.player.map(|player| player.0))
        .bind(key.address.as_str())
        .bind(key.game.as_ref().map(GameId::as_str))
        .bind(key.seat.map(|seat| seat.0))
        .bind(key.asked_seq.map(int))
        .bind(key.known_seq.map(int))
        .bind(key.invitation.as_ref().map(|hash| hash.as_slice()))
        .bind(key.held)
        .bind(ms(key.made_at))
        .run(tx)
        .await?;
    Ok(())
}

/// Returns the key with that hash, revoked or not.
pub async fn find(
    reader: impl Into<Reader<'_>>,
    hash: &TokenHash,
) -> Result<Option<Key>, StoreError> {
    sql(FIND).bind(hash.as_slice()).one_if(reader).await
}

const ANSWERED: &str = "SELECT reply_key.* FROM reply_key JOIN outbox \
    ON outbox.id = reply_key.outbox \
    WHERE outbox.message_id = $1 AND purpose = 'orders' ORDER BY reply_key.created_at DESC LIMIT 1";

/// Returns the orders key of the email with this Message-ID.
pub async fn answering(
    reader: impl Into<Reader<'_>>,
    message_id: &str,
) -> Result<Option<Key>, StoreError> {
    sql(ANSWERED).bind(message_id).one_if(reader).await
}

const OF_EMAIL: &str = "SELECT * FROM reply_key WHERE outbox = $1 \
    AND purpose IN ('orders', 'invitation') AND revoked_at IS NULL ORDER BY created_at DESC \
    LIMIT 1";

/// Returns the key for replies to an email, if it is still valid.
pub async fn of_email(
    reader: impl Into<Reader<'_>>,
    email: i64,
) -> Result<Option<Key>, StoreError> {
    sql(OF_EMAIL).bind(email).one_if(reader).await
}

/// A bounced email.
pub struct Bounce<'a> {
    pub key: &'a Key,
    pub hard: bool,
    pub why: &'a str,
    pub at: DateTime<Utc>,
}

const KNOWN: &str = "SELECT 1 FROM bounce WHERE outbox = $1 LIMIT 1";
const CAME_BACK: &str = "INSERT INTO bounce (outbox, player, address, hard, reason, received_at) \
    VALUES ($1, $2, $3, $4, $5, $6)";

/// Records a bounce. Returns `false` if a bounce of that email was recorded before.
pub async fn came_back(tx: &mut Tx, bounce: &Bounce<'_>) -> Result<bool, StoreError> {
    if sql(KNOWN).bind(bounce.key.email).row_if(&mut *tx).await?.is_some() {
        return Ok(false);
    }
    sql(CAME_BACK)
        .bind(bounce.key.email)
        .bind(bounce.key.player.map(|player| player.0))
        .bind(bounce.key.address.as_str())
        .bind(bounce.hard)
        .bind(bounce.why)
        .bind(ms(bounce.at))
        .run(tx)
        .await?;
    Ok(true)
}

const END_OF_SEAT: &str = "UPDATE reply_key SET revoked_at = $3 WHERE game = $1 AND seat = $2 \
    AND purpose = 'orders' AND revoked_at IS NULL";
const END_OF_PLAYER: &str = "UPDATE reply_key SET revoked_at = $2 WHERE player = $1 \
    AND purpose = 'orders' AND revoked_at IS NULL";

/// Revokes the keys of a seat, so that its former holder can no longer send orders by replying to
/// old emails.
pub async fn end_of_seat(
    tx: &mut Tx,
    game: &GameId,
    seat: Seat,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sql(END_OF_SEAT).bind(game.as_str()).bind(seat.0).bind(ms(at)).run(tx).await?;
    Ok(())
}

/// Revokes the keys in a player's emails.
pub async fn end_of_player(
    tx: &mut Tx,
    player: PlayerId,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sql(END_OF_PLAYER).bind(player.0).bind(ms(at)).run(tx).await?;
    Ok(())
}
