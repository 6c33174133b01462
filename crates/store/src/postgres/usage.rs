//! Resource usage of a PostgreSQL server, for benchmarks.

use crate::error::StoreError;
use crate::sql::{Readers, sql};

/// Cumulative statistics of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerSpent {
    /// Transactions, including single statements outside one.
    pub transactions: i64,
    /// Bytes of write-ahead log.
    pub wal_bytes: i64,
    /// The ids of its processes on that machine.
    pub processes: Vec<i64>,
    /// How many of its sessions are waiting for a lock.
    pub waiting: i64,
}

const SPENT: &str = "SELECT xact_commit + xact_rollback AS transactions, \
    CAST(pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bigint) AS wal_bytes, \
    (SELECT count(*) FROM pg_stat_activity \
        WHERE datname = current_database() AND wait_event_type = 'Lock') AS waiting \
    FROM pg_stat_database WHERE datname = current_database()";
const PROCESSES: &str = "SELECT CAST(pid AS bigint) AS process FROM pg_stat_activity ORDER BY pid";

/// Returns the usage until now.
pub(crate) async fn spent(readers: &Readers) -> Result<ServerSpent, StoreError> {
    let row = sql(SPENT).row(readers).await?;
    let processes = sql(PROCESSES).rows(readers).await?;
    Ok(ServerSpent {
        transactions: row.get("transactions")?,
        wal_bytes: row.get("wal_bytes")?,
        processes: processes.iter().map(|row| row.get("process")).collect::<Result<_, _>>()?,
        waiting: row.get("waiting")?,
    })
}
