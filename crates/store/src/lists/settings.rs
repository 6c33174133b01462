//! Settings of this installation, for example its signing key, its name, and when it last ran.

use crate::error::StoreError;
use crate::sql::{Reader, Tx, sql};

/// The key of a stored setting. docs/reference/formats.md lists them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Key {
    Admin,
    /// The results of the verifications of backups, JSON.
    BackupChecks,
    LastHeartbeat,
    LatestBackup,
    MessageIdDomain,
    /// Where and when the installation was moved. A server that finds it does not start.
    Moved,
    PendingEpochs,
    RelayDownSince,
    RulesVersions,
    SealsEmailed,
    /// Who may sign up, once an admin has chosen.
    SignUp,
    SigningKey,
    /// The texts about the server that admins wrote, as JSON.
    Site,
    VacuumPending,
}

impl Key {
    pub const ALL: &[Key] = <Key as strum::VariantArray>::VARIANTS;

    /// The stored form.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

const GET: &str = "SELECT value FROM setting WHERE key = $1";
const SET: &str = "INSERT INTO setting (key, value) VALUES ($1, $2) \
    ON CONFLICT (key) DO UPDATE SET value = excluded.value";
const INIT: &str = "INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";

const UNSET: &str = "DELETE FROM setting WHERE key = $1 RETURNING value";

/// Returns a setting, if it is set.
pub async fn get(reader: impl Into<Reader<'_>>, key: Key) -> Result<Option<String>, StoreError> {
    let row = sql(GET).bind(key.word()).row_if(reader).await?;
    row.map(|row| row.get("value")).transpose()
}

/// Sets or replaces a value.
pub async fn set(tx: &mut Tx, key: Key, value: &str) -> Result<(), StoreError> {
    sql(SET).bind(key.word()).bind(value).run(tx).await?;
    Ok(())
}

/// Sets a value if there is none, and returns the current one.
pub async fn init(tx: &mut Tx, key: Key, value: &str) -> Result<String, StoreError> {
    sql(INIT).bind(key.word()).bind(value).run(tx).await?;
    get(tx, key).await?.ok_or(StoreError::NotFound)
}

/// Removes a value and returns it.
pub async fn unset(tx: &mut Tx, key: Key) -> Result<Option<String>, StoreError> {
    let row = sql(UNSET).bind(key.word()).row_if(tx).await?;
    row.map(|row| row.get("value")).transpose()
}
