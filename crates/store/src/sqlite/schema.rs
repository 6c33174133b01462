//! Migrates a file.

use std::path::{Path, PathBuf};

use crate::error::StoreError;
use crate::sql::schema::Schema;
use crate::sql::{Tx, sql};

pub(crate) static SCHEMA: Schema = Schema {
    steps: sqlx::migrate!("../../migrations/sqlite"),
    has_steps: "SELECT count(*) AS n FROM sqlite_schema WHERE name = '_sqlx_migrations'",
};

const COPY: &str = "VACUUM INTO $1";

/// Migrates the schema, after copying a file that is not empty.
pub(super) async fn migrate(tx: &mut Tx, path: &Path) -> Result<(), StoreError> {
    migrate_to(&SCHEMA, tx, path).await
}

pub(super) async fn migrate_to(
    schema: &Schema,
    tx: &mut Tx,
    path: &Path,
) -> Result<(), StoreError> {
    let found = schema.of(&mut *tx).await?;
    if found > 0 && found < schema.newest() {
        let copy = free_name(path, found);
        let name = copy.to_string_lossy().into_owned();
        sql(COPY).bind(name).run(tx).await?;
        tracing::info!(copy = %copy.display(), "copied database before migration");
    }
    bring_up_to(schema, tx).await
}

/// Migrates the schema of a file that needs no copy.
pub(super) async fn bring_up(tx: &mut Tx) -> Result<(), StoreError> {
    bring_up_to(&SCHEMA, tx).await
}

pub(super) async fn bring_up_to(schema: &Schema, tx: &mut Tx) -> Result<(), StoreError> {
    schema.steps.run(tx.file()?).await.map_err(|error| schema.not_brought_up(error))
}

/// Returns `ravenpost.db.schema-3`, with a number appended if earlier attempts left such a file.
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
