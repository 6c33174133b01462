//! Invitations to a game, for anyone with the link or for one address, and for any seat or a
//! specific one.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::{PlayerId, TokenHash};
use crate::sql::column::{FromRow, Row, ms};
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;

/// A link that lets someone join a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invitation {
    pub token_hash: TokenHash,
    pub game: GameId,
    pub seat: Option<Seat>,
    pub address: Option<String>,
    pub invited_by: Option<PlayerId>,
    pub created_at: DateTime<Utc>,
    pub expires_at: Option<DateTime<Utc>>,
    pub used_at: Option<DateTime<Utc>>,
    pub used_by: Option<PlayerId>,
}

impl FromRow for Invitation {
    fn from_row(row: &Row) -> Result<Invitation, StoreError> {
        Ok(Invitation {
            token_hash: row.hash("token_hash")?,
            game: row.game("game")?,
            seat: row.seat_if("seat")?,
            address: row.get("address")?,
            invited_by: row.player_if("invited_by")?,
            created_at: row.time("created_at")?,
            expires_at: row.time_if("expires_at")?,
            used_at: row.time_if("used_at")?,
            used_by: row.player_if("used_by")?,
        })
    }
}

const ADD: &str = "INSERT INTO invitation (token_hash, game, seat, address, invited_by, \
    created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)";
const FIND: &str = "SELECT * FROM invitation WHERE token_hash = $1 AND used_at IS NULL \
    AND (used_by IS NULL OR address IS NOT NULL) \
    AND (expires_at IS NULL OR expires_at > $2)";
const OF_GAME: &str = "SELECT * FROM invitation WHERE game = $1 ORDER BY created_at, token_hash";
const TO_ADDRESS: &str = "SELECT * FROM invitation WHERE lower(address) = $1 \
    AND used_at IS NULL AND (expires_at IS NULL OR expires_at > $2) ORDER BY created_at";
const USE: &str = "UPDATE invitation SET used_at = $1, used_by = $2 WHERE token_hash = $3 \
    AND used_at IS NULL AND (expires_at IS NULL OR expires_at > $1)";
/// Whether a share link admits another person: the number of free seats, minus those already
/// admitted by a link of the same table who have not joined yet.
const ADMITS: &str = "SELECT 1 FROM invitation AS link JOIN game ON game.id = link.game \
    WHERE link.token_hash = $1 AND link.used_at IS NULL AND link.used_by IS NULL \
    AND link.address IS NULL AND (link.expires_at IS NULL OR link.expires_at > $2) \
    AND game.status IN ('open', 'running') AND game.seat_count > (\
        SELECT count(*) FROM seat_holder WHERE game = link.game \
        AND (player IS NOT NULL OR bot IS NOT NULL)) + (\
        SELECT count(*) FROM invitation AS mark WHERE mark.game = link.game \
        AND mark.address IS NULL AND mark.used_by IS NOT NULL AND mark.used_at IS NULL \
        AND (mark.expires_at IS NULL OR mark.expires_at > $2) AND NOT EXISTS (\
            SELECT 1 FROM seat_holder AS seated \
            WHERE seated.game = mark.game AND seated.player = mark.used_by))";
const MARK: &str = "UPDATE invitation SET used_by = $1 WHERE token_hash = $2";
/// An address that opted out is counted under its hash.
const COUNT: &str = "SELECT count(*) FILTER (WHERE game = $3) AS to_game, \
    count(*) FILTER (WHERE created_at > $4 AND used_at IS NULL AND used_by IS NULL) AS open \
    FROM invitation WHERE lower(address) IN ($1, lower($2))";
const ANSWER: &str = "UPDATE invitation SET used_by = $2 WHERE game = $1 AND used_by IS NULL \
    AND lower(address) = (SELECT address FROM player WHERE id = $2)";
const REFUSE: &str = "INSERT INTO invitation_opt_out (address_hash, created_at) VALUES ($1, $2) \
    ON CONFLICT DO NOTHING";
const ALLOW: &str = "DELETE FROM invitation_opt_out WHERE address_hash = $1";
const REFUSED: &str = "SELECT 1 FROM invitation_opt_out WHERE address_hash = $1";
const DECLINE: &str = "UPDATE invitation SET used_at = $3 WHERE game = $1 AND token_hash = $2 \
    AND used_at IS NULL";
/// Rows of persons already admitted by a share link remain, so that the next link does not admit
/// them again.
const REVOKE_ALL: &str = "DELETE FROM invitation WHERE game = $1 AND used_at IS NULL \
    AND (used_by IS NULL OR address IS NOT NULL)";
/// Emails of unused invitations that have not been sent yet.
const DROP_MADE: &str = "UPDATE outbox SET state = 'dropped', payload = '{}', raw = NULL, \
    claimed_until = NULL, last_error = 'the inviting player is blocked' \
    WHERE kind = 'invitation' AND state IN ('waiting', 'sending', 'failed') AND EXISTS (\
    SELECT 1 FROM invitation AS made WHERE made.invited_by = $1 \
    AND made.game = outbox.game AND lower(made.address) = lower(outbox.address))";
/// Invitations expire instead of being deleted, so that they still count towards the limits of an
/// address.
const END_MADE: &str = "UPDATE invitation SET expires_at = $2 WHERE invited_by = $1 \
    AND used_at IS NULL AND (used_by IS NULL OR address IS NOT NULL) \
    AND (expires_at IS NULL OR expires_at > $2)";

/// Stores an invitation under the hash of its token.
pub async fn add(tx: &mut Tx, new: &Invitation) -> Result<(), StoreError> {
    sql(ADD)
        .bind(new.token_hash.as_slice())
        .bind(new.game.as_str())
        .bind(new.seat.map(|seat| seat.0))
        .bind(new.address.as_deref())
        .bind(new.invited_by.map(|player| player.0))
        .bind(ms(new.created_at))
        .bind(new.expires_at.map(ms))
        .run(tx)
        .await?;
    Ok(())
}

/// Returns the invitation of a link, if it is still valid.
pub async fn find(
    reader: impl Into<Reader<'_>>,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Option<Invitation>, StoreError> {
    let query = sql(FIND).bind(token.as_slice()).bind(ms(now));
    query.one_if(reader).await
}

/// Revokes all unused invitations to a game.
pub async fn revoke_all(tx: &mut Tx, game: &GameId) -> Result<(), StoreError> {
    sql(REVOKE_ALL).bind(game.as_str()).run(tx).await?;
    Ok(())
}

/// Revokes all unused invitations and share links of a player, and drops the queued emails.
pub async fn end_made_by(
    tx: &mut Tx,
    player: PlayerId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sql(DROP_MADE).bind(player.0).run(&mut *tx).await?;
    sql(END_MADE).bind(player.0).bind(ms(now)).run(tx).await?;
    Ok(())
}

/// Returns all invitations to a game, including used ones.
pub async fn of_game(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
) -> Result<Vec<Invitation>, StoreError> {
    sql(OF_GAME).bind(game.as_str()).readable(reader).await
}

/// Returns the open invitations to an address.
pub async fn to_address(
    reader: impl Into<Reader<'_>>,
    address: &str,
    now: DateTime<Utc>,
) -> Result<Vec<Invitation>, StoreError> {
    let query = sql(TO_ADDRESS).bind(crate::people::players::folded(address)).bind(ms(now));
    query.readable(reader).await
}

/// Marks an invitation as used.
///
/// # Errors
///
/// [`StoreError::Conflict`] if it was already used, has expired or was revoked.
pub async fn use_up(
    tx: &mut Tx,
    token: &TokenHash,
    by: PlayerId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let query = sql(USE).bind(ms(now)).bind(by.0).bind(token.as_slice());
    match query.run(tx).await? {
        1 => Ok(()),
        _ => Err(StoreError::Conflict),
    }
}

/// Declines an invitation, which can then no longer be used.
pub async fn decline(
    tx: &mut Tx,
    game: &GameId,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sql(DECLINE).bind(game.as_str()).bind(token.as_slice()).bind(ms(now)).run(tx).await?;
    Ok(())
}

/// Returns whether a share link admits a new person to a server that is closed to sign-ups.
pub async fn admits(
    reader: impl Into<Reader<'_>>,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let query = sql(ADMITS).bind(token.as_slice()).bind(ms(now));
    Ok(query.row_if(reader).await?.is_some())
}

/// Records in a separate row that a share link admitted a player.
pub async fn admitted(
    tx: &mut Tx,
    token: &TokenHash,
    mark: &TokenHash,
    player: PlayerId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let Some(link) = find(&mut *tx, token, now).await? else { return Ok(()) };
    add(tx, &Invitation { token_hash: *mark, created_at: now, ..link }).await?;
    sql(MARK).bind(player.0).bind(mark.as_slice()).run(tx).await?;
    Ok(())
}

/// Marks invitations to the player's address as answered when the player joins the table.
pub async fn answer(tx: &mut Tx, game: &GameId, player: PlayerId) -> Result<(), StoreError> {
    sql(ANSWER).bind(game.as_str()).bind(player.0).run(tx).await?;
    Ok(())
}

/// Counts of earlier invitations to an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Earlier {
    /// All invitations to the same game.
    pub to_game: u64,
    /// Recent ones that were not answered.
    pub open: u64,
}

/// Counts the invitations to an address: to this game ever, and unanswered ones to any game since
/// then. `hash` identifies an address that opted out.
pub async fn earlier(
    reader: impl Into<Reader<'_>>,
    address: &str,
    hash: &str,
    game: &GameId,
    since: DateTime<Utc>,
) -> Result<Earlier, StoreError> {
    let address = crate::people::players::folded(address);
    let query = sql(COUNT).bind(address).bind(hash).bind(game.as_str()).bind(ms(since));
    let row = query.row(reader).await?;
    Ok(Earlier { to_game: row.count("to_game")?, open: row.count("open")? })
}

/// Records that an address, known only by its hash, opts out of invitations, or in again if `at` is
/// `None`.
pub async fn refuse(tx: &mut Tx, hash: &str, at: Option<DateTime<Utc>>) -> Result<(), StoreError> {
    match at {
        Some(at) => sql(REFUSE).bind(hash).bind(ms(at)).run(tx).await?,
        None => sql(ALLOW).bind(hash).run(tx).await?,
    };
    Ok(())
}

/// Returns whether an address has opted out of invitations.
pub async fn refused(reader: impl Into<Reader<'_>>, hash: &str) -> Result<bool, StoreError> {
    Ok(sql(REFUSED).bind(hash).row_if(reader).await?.is_some())
}
