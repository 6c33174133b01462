//! Persons: an address, a name, a zone, and what mail they want. Whatever is known of a person
//! is in this table or hangs on it, so that one can be forgotten.

use chrono::{DateTime, Utc};
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row, SqliteConnection, SqliteExecutor};

use crate::store::column::{Columns, ms};
use crate::store::{PlayerId, StoreError};

/// A person with an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    pub id: PlayerId,
    /// As the person wrote it. Looked up without regard to case.
    pub address: String,
    pub name: String,
    /// The name of a time zone.
    pub zone: String,
    pub theme: Option<String>,
    /// Which letters are wanted, as JSON, for the service to write and read.
    pub mail: String,
    pub created_at: DateTime<Utc>,
    /// How bad the letters that came back were, in all, since the last that arrived.
    pub bounces: u32,
    pub bounced_at: Option<DateTime<Utc>>,
    /// Since when nothing is sent because of that.
    pub stopped_at: Option<DateTime<Utc>>,
    /// What the last bounce said.
    pub bounce: Option<String>,
}

impl<'r> FromRow<'r, SqliteRow> for Player {
    fn from_row(row: &'r SqliteRow) -> Result<Player, sqlx::Error> {
        Ok(Player {
            id: row.player("id")?,
            address: row.try_get("written")?,
            name: row.try_get("name")?,
            zone: row.try_get("zone")?,
            theme: row.try_get("theme")?,
            mail: row.try_get("mail")?,
            created_at: row.time("created_at")?,
            bounces: row.try_get("bounces")?,
            bounced_at: row.time_if("bounced_at")?,
            stopped_at: row.time_if("stopped_at")?,
            bounce: row.try_get("bounce")?,
        })
    }
}

/// Somebody who has signed in for the first time.
#[derive(Clone, Debug)]
pub struct NewPlayer {
    pub address: String,
    pub name: String,
    pub zone: String,
    pub at: DateTime<Utc>,
}

const ADD: &str = "INSERT INTO player (address, written, name, zone, created_at) \
    VALUES (?, ?, ?, ?, ?) RETURNING id";
const GET: &str = "SELECT * FROM player WHERE id = ?";
const FIND: &str = "SELECT * FROM player WHERE address = ?";
const OF_GAME: &str =
    "SELECT * FROM player WHERE id IN (SELECT player FROM holder WHERE game = ?) ORDER BY id";
const COUNT: &str = "SELECT count(*) FROM player";
const PROFILE: &str = "UPDATE player SET name = ?, zone = ?, theme = ? WHERE id = ?";
const MAIL: &str = "UPDATE player SET mail = ? WHERE id = ?";
const MOVE: &str = "UPDATE player SET address = ?, written = ?, bounces = 0, \
    bounced_at = NULL, stopped_at = NULL, bounce = NULL WHERE id = ?";
const BOUNCE: &str = "UPDATE player SET bounces = bounces + ?1, bounced_at = ?2, bounce = ?3, \
    stopped_at = CASE WHEN bounces + ?1 >= ?4 THEN coalesce(stopped_at, ?2) ELSE stopped_at END \
    WHERE id = ?5 RETURNING stopped_at";
const NOBODY_THERE: &str = "UPDATE player SET bounced_at = ?2, bounce = ?3, \
    stopped_at = coalesce(stopped_at, ?2) WHERE address = ?1";
const WELL: &str = "UPDATE player SET bounces = 0, bounced_at = NULL, stopped_at = NULL, \
    bounce = NULL WHERE id = ? AND (bounces > 0 OR stopped_at IS NOT NULL)";
const FORGET_SIGN_INS: &str =
    "DELETE FROM sign_in WHERE address = (SELECT address FROM player WHERE id = ?)";
const FORGET_INVITATIONS: &str = "UPDATE invitation SET address = NULL \
    WHERE lower(address) = (SELECT address FROM player WHERE id = ?)";
const FORGET_LETTERS: &str =
    "DELETE FROM outbox WHERE lower(address) = (SELECT address FROM player WHERE id = ?)";
const FORGET_REPLIES: &str =
    "DELETE FROM inbox WHERE lower(sender) = (SELECT address FROM player WHERE id = ?)";
const FORGET: &str = "DELETE FROM player WHERE id = ?";

/// An address as it is looked up.
pub(in crate::store) fn folded(address: &str) -> String {
    address.trim().to_lowercase()
}

/// Makes a player. `Conflict` when the address is taken.
pub async fn add(conn: &mut SqliteConnection, new: &NewPlayer) -> Result<PlayerId, StoreError> {
    let query = sqlx::query(ADD)
        .bind(folded(&new.address))
        .bind(new.address.trim())
        .bind(new.name.as_str())
        .bind(new.zone.as_str())
        .bind(ms(new.at));
    Ok(query.fetch_one(conn).await?.player(0)?)
}

/// One player.
pub async fn get(reader: impl SqliteExecutor<'_>, id: PlayerId) -> Result<Player, StoreError> {
    Ok(sqlx::query_as(GET).bind(id.0).fetch_one(reader).await?)
}

/// The player with that address, in whatever case.
pub async fn by_address(
    reader: impl SqliteExecutor<'_>,
    address: &str,
) -> Result<Option<Player>, StoreError> {
    Ok(sqlx::query_as(FIND).bind(folded(address)).fetch_optional(reader).await?)
}

/// The players who hold seats of a game.
pub async fn of_game(
    reader: impl SqliteExecutor<'_>,
    game: &crate::store::GameId,
) -> Result<Vec<Player>, StoreError> {
    Ok(sqlx::query_as(OF_GAME).bind(game.as_str()).fetch_all(reader).await?)
}

/// How many players there are.
pub async fn count(reader: impl SqliteExecutor<'_>) -> Result<u64, StoreError> {
    Ok(sqlx::query(COUNT).fetch_one(reader).await?.count(0)?)
}

/// What a player may change on the settings page.
#[derive(Clone, Debug)]
pub struct Profile {
    pub name: String,
    pub zone: String,
    pub theme: Option<String>,
}

/// Changes name, zone and theme.
pub async fn set_profile(
    conn: &mut SqliteConnection,
    id: PlayerId,
    profile: &Profile,
) -> Result<(), StoreError> {
    let query = sqlx::query(PROFILE)
        .bind(profile.name.as_str())
        .bind(profile.zone.as_str())
        .bind(profile.theme.as_deref())
        .bind(id.0);
    one_row(query.execute(conn).await?)
}

/// Changes which letters are wanted. JSON.
pub async fn set_mail(
    conn: &mut SqliteConnection,
    id: PlayerId,
    mail: &str,
) -> Result<(), StoreError> {
    one_row(sqlx::query(MAIL).bind(mail).bind(id.0).execute(conn).await?)
}

/// Moves a player to another address, which has not bounced yet. `Conflict` when it is taken.
/// The caller ends the sessions.
pub async fn set_address(
    conn: &mut SqliteConnection,
    id: PlayerId,
    address: &str,
) -> Result<(), StoreError> {
    let query = sqlx::query(MOVE).bind(folded(address)).bind(address.trim()).bind(id.0);
    one_row(query.execute(conn).await?)
}

/// A letter that came back.
#[derive(Clone, Debug)]
pub struct Bounce {
    pub at: DateTime<Utc>,
    /// How much it counts; one that counts `limit` stops mail at once.
    pub weight: u32,
    pub limit: u32,
    pub said: String,
}

/// Counts a bounce, and tells since when mail is stopped, if it is.
pub async fn bounced(
    conn: &mut SqliteConnection,
    id: PlayerId,
    bounce: &Bounce,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let query = sqlx::query(BOUNCE)
        .bind(bounce.weight)
        .bind(ms(bounce.at))
        .bind(bounce.said.as_str())
        .bind(bounce.limit)
        .bind(id.0);
    Ok(query.fetch_one(conn).await?.time_if(0)?)
}

/// Its mail server says that an address does not exist: whoever has it gets no more letters there.
/// Nobody may, by now.
pub async fn nobody_there(
    conn: &mut SqliteConnection,
    address: &str,
    at: DateTime<Utc>,
    said: &str,
) -> Result<(), StoreError> {
    let query = sqlx::query(NOBODY_THERE).bind(folded(address)).bind(ms(at)).bind(said);
    query.execute(conn).await?;
    Ok(())
}

/// Forgets the bounces: the address works again.
pub async fn well_again(conn: &mut SqliteConnection, id: PlayerId) -> Result<(), StoreError> {
    sqlx::query(WELL).bind(id.0).execute(conn).await?;
    Ok(())
}

/// Forgets a person: the player, sessions, letters to and from. Seats become empty; the games'
/// events never knew who it was.
pub async fn forget(conn: &mut SqliteConnection, id: PlayerId) -> Result<(), StoreError> {
    for trace in [FORGET_SIGN_INS, FORGET_INVITATIONS, FORGET_LETTERS, FORGET_REPLIES] {
        sqlx::query(trace).bind(id.0).execute(&mut *conn).await?;
    }
    one_row(sqlx::query(FORGET).bind(id.0).execute(conn).await?)
}

fn one_row(done: sqlx::sqlite::SqliteQueryResult) -> Result<(), StoreError> {
    if done.rows_affected() == 1 { Ok(()) } else { Err(StoreError::NotFound) }
}
