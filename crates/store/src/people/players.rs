//! Players: address, name, time zone and email preferences. All personal data is in this table or
//! refers to it, so that a person can be erased.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::column::{FromRow, Row, ms};
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::names::likeness;

/// A person with an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    pub id: PlayerId,
    /// As the person wrote it. Lookups ignore case.
    pub address: String,
    pub name: String,
    /// The IANA name of a time zone.
    pub zone: String,
    pub theme: Option<String>,
    /// The email preferences as JSON, interpreted by the service.
    pub mail: String,
    pub created_at: DateTime<Utc>,
    /// The total weight of bounces since the last successful delivery.
    pub bounces: u32,
    pub bounced_at: Option<DateTime<Utc>>,
    /// When emails were stopped because of bounces.
    pub stopped_at: Option<DateTime<Utc>>,
    /// The text of the last bounce.
    pub bounce: Option<String>,
    /// When a guest's access ends; `None` for players with an account.
    pub guest_until: Option<DateTime<Utc>>,
    /// What the player shows to others as JSON, interpreted by the service.
    pub profile: String,
    /// When an admin blocked the player.
    pub blocked_at: Option<DateTime<Utc>>,
}

impl FromRow for Player {
    fn from_row(row: &Row) -> Result<Player, StoreError> {
        Ok(Player {
            id: row.player("id")?,
            address: row.get("display_address")?,
            name: row.get("name")?,
            zone: row.get("time_zone")?,
            theme: row.get("theme")?,
            mail: row.get("email_preferences")?,
            created_at: row.time("created_at")?,
            bounces: row.get("bounce_score")?,
            bounced_at: row.time_if("last_bounced_at")?,
            stopped_at: row.time_if("email_stopped_at")?,
            bounce: row.get("bounce_reason")?,
            guest_until: row.time_if("guest_until")?,
            profile: row.get("profile")?,
            blocked_at: row.time_if("blocked_at")?,
        })
    }
}

/// A person who signs in for the first time.
#[derive(Clone, Debug)]
pub struct NewPlayer {
    pub address: String,
    pub name: String,
    pub zone: String,
    pub at: DateTime<Utc>,
}

const ADD: &str = "INSERT INTO player (address, display_address, name, name_key, name_shape, \
    time_zone, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id";
const NAMED: &str = "SELECT 1 FROM player WHERE name_key = $1 OR name_shape = $2 LIMIT 1";
const GET: &str = "SELECT * FROM player WHERE id = $1";
const FIND: &str = "SELECT * FROM player WHERE address = $1";
const CALLED: &str = "SELECT * FROM player WHERE name_key = $1 AND guest_until IS NULL";
const SHOW: &str = "UPDATE player SET profile = $1 WHERE id = $2";
const OF_GAME: &str =
    "SELECT * FROM player WHERE id IN (SELECT player FROM seat_holder WHERE game = $1) ORDER BY id";
const AFTER: &str = "SELECT * FROM player WHERE id > $1 AND guest_until IS NULL \
    ORDER BY id LIMIT $2";
const COUNT: &str = "SELECT count(*) AS n FROM player WHERE guest_until IS NULL";
const PROFILE: &str = "UPDATE player SET name = $1, name_key = $2, name_shape = $3, \
    time_zone = $4, theme = $5 WHERE id = $6";
const MAIL: &str = "UPDATE player SET email_preferences = $1 WHERE id = $2";
const MOVE: &str = "UPDATE player SET address = $1, display_address = $2, \
    bounce_score = 0, last_bounced_at = NULL, email_stopped_at = NULL, bounce_reason = NULL \
    WHERE id = $3";
const BOUNCE: &str = "UPDATE player SET bounce_score = bounce_score + $1, last_bounced_at = $2, \
    bounce_reason = $3, email_stopped_at = CASE WHEN bounce_score + $1 >= $4 \
    THEN coalesce(email_stopped_at, $2) ELSE email_stopped_at END \
    WHERE id = $5 RETURNING email_stopped_at";
const NOBODY_THERE: &str = "UPDATE player SET last_bounced_at = $2, bounce_reason = $3, \
    email_stopped_at = coalesce(email_stopped_at, $2) WHERE address = $1";
const WELL: &str = "UPDATE player SET bounce_score = 0, last_bounced_at = NULL, \
    email_stopped_at = NULL, bounce_reason = NULL \
    WHERE id = $1 AND (bounce_score > 0 OR email_stopped_at IS NOT NULL)";

/// How many characters of a name come before a number. After this many numbers, larger ones are
/// tried.
const LEADS: usize = 30;
const FEW: i64 = 30;

/// Normalises an address for lookups.
pub(crate) fn folded(address: &str) -> String {
    address.trim().to_lowercase()
}

/// Adds a player. If a similar name exists, a number is appended.
///
/// # Errors
///
/// [`StoreError::Conflict`] if the address is taken.
pub async fn add(tx: &mut Tx, new: &NewPlayer) -> Result<PlayerId, StoreError> {
    let (mut name, mut number) = (new.name.clone(), 1);
    let begins: String = new.name.chars().take(LEADS).collect();
    while is_named(&mut *tx, &name).await? {
        number +=
            if number < FEW { 1 } else { 1 + new.at.timestamp_millis().rem_euclid(1_000_000) };
        name = format!("{begins} {number}");
    }
    let [key, shape] = likeness(&name);
    let query = sql(ADD)
        .bind(folded(&new.address))
        .bind(new.address.trim())
        .bind(name.as_str())
        .bind(key.as_str())
        .bind(shape.as_str())
        .bind(new.zone.as_str())
        .bind(ms(new.at));
    query.row(tx).await?.player("id")
}

/// Returns whether a player has a name that may be confused with this one.
async fn is_named(tx: &mut Tx, name: &str) -> Result<bool, StoreError> {
    let [key, shape] = likeness(name);
    Ok(sql(NAMED).bind(key.as_str()).bind(shape.as_str()).row_if(tx).await?.is_some())
}

/// Reads a player.
///
/// # Errors
///
/// [`StoreError::NotFound`] if there is none.
pub async fn get(reader: impl Into<Reader<'_>>, id: PlayerId) -> Result<Player, StoreError> {
    sql(GET).bind(id.0).one(reader).await
}

/// Returns the player with that address, ignoring case.
pub async fn by_address(
    reader: impl Into<Reader<'_>>,
    address: &str,
) -> Result<Option<Player>, StoreError> {
    sql(FIND).bind(folded(address)).one_if(reader).await
}

/// Returns the player with an account who has this name, or one that looks the same.
pub async fn called(
    reader: impl Into<Reader<'_>>,
    name: &str,
) -> Result<Option<Player>, StoreError> {
    let [key, _] = likeness(name);
    sql(CALLED).bind(key).one_if(reader).await
}

/// Stores the player's profile settings, as JSON.
pub async fn set_shown(tx: &mut Tx, id: PlayerId, profile: &str) -> Result<(), StoreError> {
    one_row(sql(SHOW).bind(profile).bind(id.0).run(tx).await?)
}

/// Returns the players who hold seats of a game.
pub async fn of_game(
    reader: impl Into<Reader<'_>>,
    game: &ravenpost_log::GameId,
) -> Result<Vec<Player>, StoreError> {
    sql(OF_GAME).bind(game.as_str()).readable(reader).await
}

/// Returns players with an account, ordered by id and starting after `last`, at most `limit`.
pub async fn after(
    reader: impl Into<Reader<'_>>,
    last: Option<PlayerId>,
    limit: u32,
) -> Result<Vec<Player>, StoreError> {
    sql(AFTER).bind(last.map_or(0, |last| last.0)).bind(limit).readable(reader).await
}

/// Returns the number of players with an account.
pub async fn count(reader: impl Into<Reader<'_>>) -> Result<u64, StoreError> {
    sql(COUNT).row(reader).await?.count("n")
}

/// What a player can change on the settings page.
#[derive(Clone, Debug)]
pub struct Profile {
    pub name: String,
    pub zone: String,
    pub theme: Option<String>,
}

/// Changes name, time zone and theme.
///
/// # Errors
///
/// [`StoreError::Conflict`] if another player has a name that may be confused with this one.
pub async fn set_profile(tx: &mut Tx, id: PlayerId, profile: &Profile) -> Result<(), StoreError> {
    let [key, shape] = likeness(&profile.name);
    let query = sql(PROFILE)
        .bind(profile.name.as_str())
        .bind(key.as_str())
        .bind(shape.as_str())
        .bind(profile.zone.as_str())
        .bind(profile.theme.as_deref())
        .bind(id.0);
    one_row(query.run(tx).await?)
}

/// Changes the email preferences, which are JSON.
pub async fn set_mail(tx: &mut Tx, id: PlayerId, mail: &str) -> Result<(), StoreError> {
    one_row(sql(MAIL).bind(mail).bind(id.0).run(tx).await?)
}

/// Changes a player's address, resets the bounces, and deletes the additional sender addresses. The
/// caller ends the sessions.
///
/// # Errors
///
/// [`StoreError::Conflict`] if the address is taken.
pub async fn set_address(tx: &mut Tx, id: PlayerId, address: &str) -> Result<(), StoreError> {
    let query = sql(MOVE).bind(folded(address)).bind(address.trim()).bind(id.0);
    one_row(query.run(&mut *tx).await?)?;
    super::confirmed_senders::forget_all(tx, id).await
}

/// A bounced email.
#[derive(Clone, Debug)]
pub struct ReturnedEmail {
    pub at: DateTime<Utc>,
    /// Its weight; one with the weight `limit` stops email at once.
    pub weight: u32,
    pub limit: u32,
    pub said: String,
}

/// Counts a bounce. Returns the time at which email was stopped, if it is.
pub async fn bounced(
    tx: &mut Tx,
    id: PlayerId,
    bounce: &ReturnedEmail,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let query = sql(BOUNCE)
        .bind(bounce.weight)
        .bind(ms(bounce.at))
        .bind(bounce.said.as_str())
        .bind(bounce.limit)
        .bind(id.0);
    query.row(tx).await?.time_if("email_stopped_at")
}

/// Stops email to an address that its mail server reports as unknown. Possibly no player has this
/// address any longer.
pub async fn nobody_there(
    tx: &mut Tx,
    address: &str,
    at: DateTime<Utc>,
    said: &str,
) -> Result<(), StoreError> {
    let query = sql(NOBODY_THERE).bind(folded(address)).bind(ms(at)).bind(said);
    query.run(tx).await?;
    Ok(())
}

/// Clears the bounces, because the address works again.
pub async fn clear_bounces(tx: &mut Tx, id: PlayerId) -> Result<(), StoreError> {
    sql(WELL).bind(id.0).run(tx).await?;
    Ok(())
}

/// Fails if a statement did not change exactly one row.
pub(super) fn one_row(changed: u64) -> Result<(), StoreError> {
    if changed == 1 { Ok(()) } else { Err(StoreError::NotFound) }
}
