//! What admins did to accounts and to the server, and why. Entries about an account are deleted
//! with it.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::column::{FromRow, Row, ms};
use crate::sql::{Reader, Tx, sql};

/// What was done. docs/reference/formats.md lists the stored words.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, strum::EnumString, strum::IntoStaticStr, strum::VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum AdminAction {
    AdminAdded,
    AdminRemoved,
    BackupChecked,
    Blocked,
    /// The account was deleted. The entry names no player.
    Erased,
    /// An address was invited to the server. Entries never name it.
    Invited,
    InvitationRevoked,
    LogLevelChanged,
    Renamed,
    SignedOut,
    /// An admin changed who may sign up.
    SignUpChanged,
    SiteChanged,
    Unblocked,
}

impl AdminAction {
    pub const ALL: &[AdminAction] = <AdminAction as strum::VariantArray>::VARIANTS;

    /// Returns the word that represents it in the database.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// Whether it concerns the server rather than an account.
    pub fn is_about_server(self) -> bool {
        match self {
            AdminAction::BackupChecked
            | AdminAction::Invited
            | AdminAction::InvitationRevoked
            | AdminAction::LogLevelChanged
            | AdminAction::SignUpChanged
            | AdminAction::SiteChanged => true,
            AdminAction::AdminAdded
            | AdminAction::AdminRemoved
            | AdminAction::Blocked
            | AdminAction::Erased
            | AdminAction::Renamed
            | AdminAction::SignedOut
            | AdminAction::Unblocked => false,
        }
    }
}

/// An entry to be stored.
#[derive(Clone, Debug)]
pub struct NewEntry {
    pub at: DateTime<Utc>,
    /// `None` for a command on the server.
    pub admin: Option<PlayerId>,
    pub action: AdminAction,
    /// The player whose account it is; `None` for an erased one, and for the server.
    pub player: Option<PlayerId>,
    pub reason: String,
}

/// An entry, with the current names of the people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    pub at: DateTime<Utc>,
    /// `None` for a command on the server, and for a deleted account.
    pub admin: Option<String>,
    pub action: AdminAction,
    pub player: Option<PlayerId>,
    pub name: Option<String>,
    pub reason: String,
}

impl FromRow for Entry {
    fn from_row(row: &Row) -> Result<Entry, StoreError> {
        Ok(Entry {
            at: row.time("created_at")?,
            admin: row.get("admin_name")?,
            action: row.word("action")?,
            player: row.player_if("player")?,
            name: row.get("player_name")?,
            reason: row.get("reason")?,
        })
    }
}

const ADD: &str = "INSERT INTO admin_log (created_at, admin, action, player, reason) \
    VALUES ($1, $2, $3, $4, $5)";
const LATEST: &str = "SELECT admin_log.id, admin_log.created_at, action, admin_log.player, reason, \
    acting.name AS admin_name, concerned.name AS player_name FROM admin_log \
    LEFT JOIN player AS acting ON acting.id = admin_log.admin \
    LEFT JOIN player AS concerned ON concerned.id = admin_log.player \
    ORDER BY admin_log.id DESC LIMIT $1 OFFSET $2";
const OF_PLAYER: &str = "SELECT admin_log.id, admin_log.created_at, action, admin_log.player, \
    reason, acting.name AS admin_name, concerned.name AS player_name FROM admin_log \
    LEFT JOIN player AS acting ON acting.id = admin_log.admin \
    LEFT JOIN player AS concerned ON concerned.id = admin_log.player \
    WHERE admin_log.player = $1 ORDER BY admin_log.id DESC LIMIT $2";

/// Stores an entry, in the transaction of what it records.
pub async fn add(tx: &mut Tx, entry: &NewEntry) -> Result<(), StoreError> {
    sql(ADD)
        .bind(ms(entry.at))
        .bind(entry.admin.map(|admin| admin.0))
        .bind(entry.action.word())
        .bind(entry.player.map(|player| player.0))
        .bind(entry.reason.as_str())
        .run(tx)
        .await?;
    Ok(())
}

/// Returns entries, newest first.
pub async fn latest(
    reader: impl Into<Reader<'_>>,
    limit: u32,
    skip: u32,
) -> Result<Vec<Entry>, StoreError> {
    sql(LATEST).bind(limit).bind(skip).readable(reader).await
}

/// Returns the newest entries about a player.
pub async fn of_player(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
    limit: u32,
) -> Result<Vec<Entry>, StoreError> {
    sql(OF_PLAYER).bind(player.0).bind(limit).readable(reader).await
}
