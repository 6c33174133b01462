//! How a database on PostgreSQL is brought up to date. Nodes that start together wait for each
//! other; whoever comes second finds it done.

use sqlx::PgPool;

use crate::error::StoreError;
use crate::sql::reach::Reach;
use crate::sql::schema::Schema;
use crate::sql::{Pool, Readers, sql};

pub(crate) static SCHEMA: Schema = Schema {
    steps: sqlx::migrate!("../../migrations/postgres"),
    has_steps: "SELECT count(*) FROM pg_class WHERE relname = '_sqlx_migrations' \
        AND relnamespace = CAST(current_schema() AS regnamespace)",
};

// In one statement: a node that starts at the same time makes the table of steps before any other.
const OTHERS: &str = "SELECT count(*) FROM pg_class \
    WHERE relnamespace = CAST(current_schema() AS regnamespace) \
    AND NOT EXISTS (SELECT 1 FROM pg_class WHERE relname = '_sqlx_migrations' \
    AND relnamespace = CAST(current_schema() AS regnamespace))";

/// The same where a node is to serve. While nodes are brought up to date one after the other, an
/// older one may start anew beside a newer schema, if that has only been added to. Tells which it
/// is then.
pub(super) async fn migrate_node(writers: &PgPool) -> Result<Beside, StoreError> {
    let readers = Readers(Pool::Postgres(Reach::unwatched(writers)));
    match migrate(writers).await {
        Err(StoreError::Newer { found, known }) if SCHEMA.only_added(&readers).await? => {
            tracing::warn!(found, known, "a newer program has added to the schema");
            Ok(Beside::Newer)
        }
        done => done.map(|()| Beside::Own),
    }
}

/// Beside which schema a node serves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Beside {
    /// That of its own program.
    Own,
    /// That of a newer one, which has added to it.
    Newer,
}

/// Brings the schema up to date; a database with tables of somebody else is left alone.
pub(crate) async fn migrate(writers: &PgPool) -> Result<(), StoreError> {
    let readers = Readers(Pool::Postgres(Reach::unwatched(writers)));
    if SCHEMA.of(&readers).await? == SCHEMA.newest() {
        return Ok(());
    }
    let others: i64 = sql(OTHERS).row(&readers).await?.get(0)?;
    if others > 0 {
        let why = "there is something in the database that is none of ours: use an empty one";
        return Err(StoreError::Unavailable(why.to_owned()));
    }
    let mut conn = writers.acquire().await?;
    SCHEMA.steps.run(&mut *conn).await.map_err(|error| SCHEMA.not_brought_up(error))
}
