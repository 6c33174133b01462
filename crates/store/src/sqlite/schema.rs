//! Which schema a file has, and how it is brought up to date.

use std::path::{Path, PathBuf};

use sqlx::migrate::{MigrateError, Migrator};

use crate::error::StoreError;
use crate::sql::{Reader, Readers, Tx, sql};

/// The schema's steps, built into the program.
static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations/sqlite");

const APPLIED: &str = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success";
const HAS_SCHEMA: &str = "SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'";
const COPY: &str = "VACUUM INTO $1";

/// The newest schema this program knows.
pub(crate) fn newest() -> i64 {
    MIGRATIONS.iter().map(|step| step.version).max().unwrap_or(0)
}

/// The schema a file has. Zero for an empty file.
async fn of(reader: impl Into<Reader<'_>>) -> Result<i64, StoreError> {
    let mut reader = reader.into();
    let has: i64 = sql(HAS_SCHEMA).row(reader.again()).await?.get(0)?;
    if has == 0 {
        return Ok(0);
    }
    let found = sql(APPLIED).row(reader).await?.get(0)?;
    if found > newest() {
        return Err(StoreError::Newer { found, known: newest() });
    }
    Ok(found)
}

/// Brings the schema up to date, after a copy of a file that has something in it.
pub(super) async fn migrate(tx: &mut Tx, path: &Path) -> Result<(), StoreError> {
    let found = of(&mut *tx).await?;
    if found > 0 && found < newest() {
        let copy = free_name(path, found);
        let name = copy.to_string_lossy().into_owned();
        sql(COPY).bind(name).run(tx).await?;
        tracing::info!(copy = %copy.display(), "copied the database before changing its schema");
    }
    bring_up(tx).await
}

/// Brings the schema of a file up to date that nobody else needs as it was.
pub(super) async fn bring_up(tx: &mut Tx) -> Result<(), StoreError> {
    MIGRATIONS.run(tx.file()?).await.map_err(not_brought_up)
}

/// Why a schema could not be brought up to date.
pub(crate) fn not_brought_up(error: MigrateError) -> StoreError {
    match error {
        MigrateError::VersionMissing(found) => StoreError::Newer { found, known: newest() },
        MigrateError::VersionMismatch(step) => {
            StoreError::Corrupt(format!("schema step {step} is not the one this program knows"))
        }
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
        other => StoreError::Unavailable(other.to_string()),
    }
}

/// `ravenpost.db.schema-3`, or with a number behind it when an earlier try left one.
fn free_name(path: &Path, schema: i64) -> PathBuf {
    let name = |suffix: String| {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    };
    std::iter::once(name(format!(".schema-{schema}")))
        .chain((2..).map(|number| name(format!(".schema-{schema}.{number}"))))
        .find(|path| !path.exists())
        .expect("one of endlessly many names is free")
}

/// The schema of a file that is only looked at; an error if it is none of ours.
pub(crate) async fn look(readers: &Readers) -> Result<i64, StoreError> {
    match of(readers).await? {
        0 => Err(StoreError::Corrupt("it is no database of ours".to_owned())),
        found => Ok(found),
    }
}
