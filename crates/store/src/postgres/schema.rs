//! Migrates a PostgreSQL database. Nodes that start together wait for each other, and the second
//! finds it done.

use sqlx::PgPool;

use crate::error::StoreError;
use crate::sql::reachability::Reach;
use crate::sql::schema::Schema;
use crate::sql::{Pool, Readers, sql};

pub(crate) static SCHEMA: Schema = Schema {
    steps: sqlx::migrate!("../../migrations/postgres"),
    has_steps: "SELECT count(*) AS n FROM pg_class WHERE relname = '_sqlx_migrations' \
        AND relnamespace = CAST(current_schema() AS regnamespace)",
};

// In one statement, because a node that starts at the same time creates the table of migrations
// first.
const OTHERS: &str = "SELECT count(*) AS n FROM pg_class \
    WHERE relnamespace = CAST(current_schema() AS regnamespace) \
    AND NOT EXISTS (SELECT 1 FROM pg_class WHERE relname = '_sqlx_migrations' \
    AND relnamespace = CAST(current_schema() AS regnamespace))";

/// Migrates the schema for a node. During a rolling upgrade, an older node may restart with a newer
/// schema, if that only added something. Returns which of the two applies.
pub(super) async fn migrate_node(writers: &PgPool) -> Result<SchemaVersion, StoreError> {
    let readers = Readers(Pool::Postgres(Reach::unwatched(writers)));
    match migrate(writers).await {
        Err(StoreError::Newer { found, known }) if SCHEMA.only_added(&readers).await? => {
            tracing::warn!(found, known, "schema has additions from a newer version");
            Ok(SchemaVersion::Newer)
        }
        done => done.map(|()| SchemaVersion::Own),
    }
}

/// The schema version that a node works with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SchemaVersion {
    /// Its own.
    Own,
    /// A newer one with additions.
    Newer,
}

/// Migrates the schema. A database with other tables in it is refused.
pub(crate) async fn migrate(writers: &PgPool) -> Result<(), StoreError> {
    let readers = Readers(Pool::Postgres(Reach::unwatched(writers)));
    if SCHEMA.of(&readers).await? == SCHEMA.newest() {
        return Ok(());
    }
    let others: i64 = sql(OTHERS).row(&readers).await?.get("n")?;
    if others > 0 {
        let why = "the database contains other objects: use an empty one";
        return Err(StoreError::Unavailable(why.to_owned()));
    }
    let mut conn = writers.acquire().await?;
    SCHEMA.steps.run(&mut *conn).await.map_err(|error| SCHEMA.not_brought_up(error))
}
