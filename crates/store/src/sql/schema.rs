//! The schema version of a database, compared with the migrations that this program knows.

use sqlx::migrate::{MigrateError, Migrator};

use super::{Reader, Readers, sql};
use crate::error::StoreError;

const APPLIED: &str = "SELECT coalesce(max(version), 0) AS version FROM _sqlx_migrations \
    WHERE success";

/// All releases have the same first migration, byte for byte.
const FIRST: &str = "SELECT checksum FROM _sqlx_migrations ORDER BY version LIMIT 1";

/// The migrations of one engine, and a way to find out whether any has been applied.
pub(crate) struct Schema {
    pub(crate) steps: Migrator,
    /// Counts the tables of applied migrations, as `n`: none or one.
    pub(crate) has_steps: &'static str,
}

const BEYOND: &str = "SELECT count(*) AS n FROM _sqlx_migrations \
    WHERE version > $1 AND description NOT LIKE 'add %'";

impl Schema {
    /// Returns whether all migrations unknown to this program only add something, as their names
    /// say. Such a schema can be used as before.
    pub(crate) async fn only_added(
        &self,
        reader: impl Into<Reader<'_>>,
    ) -> Result<bool, StoreError> {
        let others: i64 = sql(BEYOND).bind(self.newest()).row(reader).await?.get("n")?;
        Ok(others == 0)
    }

    /// Returns the newest schema version this program knows.
    pub(crate) fn newest(&self) -> i64 {
        self.steps.iter().map(|step| step.version).max().unwrap_or(0)
    }

    /// Returns the schema version of a database; 0 if it is empty.
    ///
    /// # Errors
    ///
    /// - [`StoreError::Unreleased`] if it was written by a build before the first release.
    /// - [`StoreError::Newer`] if it was written by a later release.
    pub(crate) async fn of(&self, reader: impl Into<Reader<'_>>) -> Result<i64, StoreError> {
        let mut reader = reader.into();
        let has: i64 = sql(self.has_steps).row(reader.again()).await?.get("n")?;
        if has == 0 {
            return Ok(0);
        }
        let found = sql(APPLIED).row(reader.again()).await?.get("version")?;
        // A node that starts at the same time may have created the table and not filled it yet.
        if let Some(first) = sql(FIRST).row_if(reader).await?
            && first.get::<&[u8]>("checksum")? != self.first_checksum()
        {
            return Err(StoreError::Unreleased);
        }
        if found > self.newest() {
            return Err(StoreError::Newer { found, known: self.newest() });
        }
        Ok(found)
    }

    fn first_checksum(&self) -> &[u8] {
        self.steps.iter().next().map(|step| step.checksum.as_ref()).unwrap_or_default()
    }

    /// Returns the schema version of a database opened read-only, or an error if it is not a
    /// Ravenpost database.
    pub(crate) async fn look(&self, readers: &Readers) -> Result<i64, StoreError> {
        match self.of(readers).await? {
            0 => Err(StoreError::Corrupt("it is not a Ravenpost database".to_owned())),
            found => Ok(found),
        }
    }

    /// Converts an error of a migration.
    pub(crate) fn not_brought_up(&self, error: MigrateError) -> StoreError {
        match error {
            MigrateError::VersionMissing(found) => {
                StoreError::Newer { found, known: self.newest() }
            }
            MigrateError::VersionMismatch(step) => StoreError::Corrupt(format!(
                "schema step {step} differs from the one in this program"
            )),
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
            other => StoreError::Unavailable(other.to_string()),
        }
    }
}
