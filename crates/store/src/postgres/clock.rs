//! The database server's clock and history.

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};

use crate::error::StoreError;
use crate::log::history::History;
use crate::sql::{Readers, sql};

const CLOCK: &str = "SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint) \
    AS now";

/// Returns the server's clock.
pub(crate) async fn clock(readers: &Readers) -> Result<DateTime<Utc>, StoreError> {
    sql(CLOCK).row(readers).await?.time("now")
}

/// The state of all transactions. An unchanged text means that nothing was written in the meantime.
const OVER: &str = "SELECT CAST(pg_current_snapshot() AS text) AS snapshot";

/// Returns a number that changes with every write to the database.
pub(crate) async fn stamp(readers: &Readers) -> Result<u64, StoreError> {
    let over: String = sql(OVER).row(readers).await?.get("snapshot")?;
    let hash = Sha256::digest(over.as_bytes());
    Ok(u64::from_be_bytes(std::array::from_fn(|at| hash[at])))
}

/// The server's timeline, which changes with each failover.
const HISTORY: &str = "SELECT CAST(CAST('x' || lpad(substr(pg_walfile_name(pg_current_wal_lsn()), \
    1, 8), 16, '0') AS bit(64)) AS bigint) AS timeline, \
    CAST(CAST(current_setting('synchronous_standby_names') <> '' \
    AND current_setting('synchronous_commit') IN ('on', 'remote_write', 'remote_apply') \
    AS integer) AS bigint) AS synchronous";

/// Returns the server's current history.
pub(crate) async fn history(readers: &Readers) -> Result<History, StoreError> {
    let row = sql(HISTORY).row(readers).await?;
    Ok(History { timeline: row.get("timeline")?, synchronous: row.get("synchronous")? })
}
