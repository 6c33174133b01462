//! Read-only access to a file with an older schema. The file is not changed; queries use a migrated
//! copy.

use std::path::Path;

use sqlx::ConnectOptions;
use tempfile::TempDir;

use super::backup::broken;
use super::{open, schema};
use crate::error::StoreError;
use crate::sql::schema::Schema;
use crate::sql::{Conn, Readers, Tx, sql};

const COPY: &str = "VACUUM INTO $1";

/// A temporary copy that is read in place of the file.
pub(crate) struct TemporaryCopy {
    /// The schema version of the file itself.
    pub(crate) schema: i64,
    _folder: TempDir,
}

/// Read-only connections, and the copy if there is one.
type Looking = (Readers, Option<TemporaryCopy>);

/// Returns connections with the current schema: those given, or others to a migrated copy. Copying
/// a large file takes a while, so it runs on a blocking thread.
pub(crate) async fn of(readers: Readers, schema: &'static Schema) -> Result<Looking, StoreError> {
    let runtime = tokio::runtime::Handle::current();
    let work = move || runtime.block_on(looking(readers, schema));
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| StoreError::Unavailable(error.to_string()))?
}

async fn looking(readers: Readers, known: &Schema) -> Result<Looking, StoreError> {
    let schema = known.look(&readers).await?;
    if schema == known.newest() {
        return Ok((readers, None));
    }
    let at = std::env::temp_dir();
    let folder = tempfile::tempdir().map_err(|error| broken(&at, &error))?;
    let copy = folder.path().join("copy.db");
    sql(COPY).bind(copy.to_string_lossy().into_owned()).rows(&readers).await?;
    readers.0.close().await;
    bring_up(&copy, known).await?;
    Ok((open::readers(&copy).await?, Some(TemporaryCopy { schema, _folder: folder })))
}

async fn bring_up(copy: &Path, known: &Schema) -> Result<(), StoreError> {
    let conn = open::options(copy).connect().await?;
    let mut tx = Tx(Conn::file(conn));
    let done = schema::bring_up_to(known, &mut tx).await;
    if let Conn::Sqlite(conn) = tx.0 {
        sqlx::Connection::close(*conn.conn).await?;
    }
    done
}
