//! Keeping everybody else from writing, for as long as a house is moved; and seeing it as it is at
//! one moment.

use sqlx::PgPool;

use crate::error::StoreError;
use crate::sql::{Conn, Transaction, Tx, sql};

const TRIES: &str = "SELECT CAST(CAST(pg_try_advisory_lock(hashtextextended('ravenpost ' \
    || current_schema(), 0)) AS integer) AS bigint)";
/// Connections and not heartbeats: a frozen node writes no heartbeats, and could write to the
/// database again at any time.
const UP: &str = "SELECT count(DISTINCT application_name) FROM pg_stat_activity \
    WHERE application_name IN (SELECT 'ravenpost ' || name FROM node)";

/// However long it takes, with the house to itself.
const ALONE: &str = "BEGIN; SET LOCAL statement_timeout = 0; \
    SET LOCAL idle_in_transaction_session_timeout = 0; SELECT pg_advisory_xact_lock(\
    hashtextextended('ravenpost ' || current_schema(), 0))";
const COMMIT: &str = "COMMIT";

/// As it is at one moment, whatever comes after.
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \
    SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0";

/// How many nodes of the house are up.
pub(crate) async fn nodes_up(tx: &mut Tx) -> Result<i64, StoreError> {
    sql(UP).row(tx).await?.get(0)
}

/// Takes the lock that all writing needs, for as long as this connection lives. Tells whether it
/// was free.
pub(crate) async fn lock(tx: &mut Tx) -> Result<bool, StoreError> {
    let free: i64 = sql(TRIES).row(tx).await?.get(0)?;
    Ok(free == 1)
}

/// A connection that sees the database as it is now, for as long as it lives.
pub(crate) async fn snapshot(pool: &PgPool) -> Result<Tx, StoreError> {
    let mut conn = pool.acquire().await?;
    // It is in a transaction that nobody else is to come into.
    conn.close_on_drop();
    sqlx::raw_sql(SNAPSHOT).execute(&mut *conn).await?;
    Ok(Tx(Conn::Postgres(Transaction { conn, failed: None })))
}

/// A transaction in which everything is written that is moved there. Dropped, it is undone.
pub(crate) async fn alone(pool: &PgPool) -> Result<Tx, StoreError> {
    let mut conn = pool.acquire().await?;
    conn.close_on_drop();
    sqlx::raw_sql(ALONE).execute(&mut *conn).await?;
    Ok(Tx(Conn::Postgres(Transaction { conn, failed: None })))
}

/// Keeps what was written in it.
pub(crate) async fn keep(tx: &mut Tx) -> Result<(), StoreError> {
    let Conn::Postgres(session) = &mut tx.0 else { return Err(crate::sql::not_a_file()) };
    sqlx::raw_sql(COMMIT).execute(&mut *session.conn).await?;
    Ok(())
}
