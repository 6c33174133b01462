//! Locks out other writers while an installation is moved, and takes snapshots.

use sqlx::PgPool;

use crate::error::StoreError;
use crate::sql::{Conn, Transaction, Tx, sql};

const TRIES: &str = "SELECT CAST(CAST(pg_try_advisory_lock(hashtextextended('ravenpost ' \
    || current_schema(), 0)) AS integer) AS bigint) AS free";
/// Connections rather than heartbeats: a frozen node writes no heartbeats, but could write to the
/// database again at any time.
const UP: &str = "SELECT count(DISTINCT application_name) AS n FROM pg_stat_activity \
    WHERE application_name IN (SELECT 'ravenpost ' || name FROM node)";

/// Without time limits, and with the exclusive lock.
const ALONE: &str = "BEGIN; SET LOCAL statement_timeout = 0; \
    SET LOCAL idle_in_transaction_session_timeout = 0; SELECT pg_advisory_xact_lock(\
    hashtextextended('ravenpost ' || current_schema(), 0))";
const COMMIT: &str = "COMMIT";

/// A snapshot of one moment.
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \
    SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0";

/// Returns how many nodes are connected.
pub(crate) async fn nodes_up(tx: &mut Tx) -> Result<i64, StoreError> {
    sql(UP).row(tx).await?.get("n")
}

/// Acquires the lock that all writes need, until this connection is closed. Returns whether it was
/// free.
pub(crate) async fn lock(tx: &mut Tx) -> Result<bool, StoreError> {
    sql(TRIES).row(tx).await?.get("free")
}

/// Returns a connection that sees the database as it is now for as long as it is open.
pub(crate) async fn snapshot(pool: &PgPool) -> Result<Tx, StoreError> {
    let mut conn = pool.acquire().await?;
    // It must not return to the pool with its open transaction.
    conn.close_on_drop();
    sqlx::raw_sql(SNAPSHOT).execute(&mut *conn).await?;
    Ok(Tx(Conn::Postgres(Transaction { conn, failed: None })))
}

/// Returns a transaction for everything that is moved to this database. It is rolled back when
/// dropped.
pub(crate) async fn alone(pool: &PgPool) -> Result<Tx, StoreError> {
    let mut conn = pool.acquire().await?;
    conn.close_on_drop();
    sqlx::raw_sql(ALONE).execute(&mut *conn).await?;
    Ok(Tx(Conn::Postgres(Transaction { conn, failed: None })))
}

/// Commits that transaction.
pub(crate) async fn keep(tx: &mut Tx) -> Result<(), StoreError> {
    let Conn::Postgres(session) = &mut tx.0 else { return Err(crate::sql::not_a_file()) };
    sqlx::raw_sql(COMMIT).execute(&mut *session.conn).await?;
    Ok(())
}
