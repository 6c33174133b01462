//! Leases: work that one node does for all until a given time. A node that does not renew its lease
//! loses it.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::sql::column::{FromRow, Row, ms};
use crate::sql::{Reader, Text, Tx, on_postgres, sql};

/// The holder of a lease and its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lease {
    pub holder: String,
    pub until: DateTime<Utc>,
}

impl FromRow for Lease {
    fn from_row(row: &Row) -> Result<Lease, StoreError> {
        Ok(Lease { holder: row.get("holder")?, until: row.time("expires_at")? })
    }
}

const OF: &str = "SELECT holder, expires_at FROM lease WHERE duty = $1";
const TAKE: &str = "INSERT INTO lease (duty, holder, expires_at) VALUES ($1, $2, $3) \
    ON CONFLICT (duty) DO UPDATE SET holder = excluded.holder, \
    expires_at = excluded.expires_at WHERE lease.expires_at <= $4 \
    OR lease.holder = excluded.holder";
const GIVE_BACK: &str = "DELETE FROM lease WHERE duty = $1 AND holder = $2";
const END_OF_THE_GONE: Text = Text::Each {
    sqlite: "DELETE FROM lease WHERE duty LIKE $1 || '%' AND holder LIKE '% %' \
    AND holder NOT LIKE $3 || ' %' \
    AND NOT EXISTS (SELECT 1 FROM node WHERE heartbeat_at > $2 AND holder LIKE name || ' %')",
    postgres: on_postgres::LEASES_OF_THE_GONE,
};
const SWEEP: &str = "DELETE FROM lease WHERE expires_at < $1";

/// Returns the current or last holder of a lease.
pub async fn of(reader: impl Into<Reader<'_>>, what: &str) -> Result<Option<Lease>, StoreError> {
    sql(OF).bind(what).one_if(reader).await
}

/// Acquires or renews a lease. Returns whether it was free or already this holder's.
pub async fn take(
    tx: &mut Tx,
    what: &str,
    lease: &Lease,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let query = sql(TAKE).bind(what).bind(lease.holder.as_str()).bind(ms(lease.until));
    Ok(query.bind(ms(now)).run(tx).await? > 0)
}

/// Releases a lease, if this holder has it.
pub async fn give_back(tx: &mut Tx, what: &str, holder: &str) -> Result<(), StoreError> {
    sql(GIVE_BACK).bind(what).bind(holder).run(tx).await?;
    Ok(())
}

/// Ends leases with this prefix whose holder begins with the name of a node that has no connection
/// and sent no heartbeat since `heard`.
pub async fn end_leases_of_dead_nodes(
    tx: &mut Tx,
    begins: &str,
    heard: DateTime<Utc>,
    node: &str,
) -> Result<u64, StoreError> {
    sql(END_OF_THE_GONE).bind(begins).bind(ms(heard)).bind(node).run(tx).await
}

/// Deletes leases that expired before that time.
pub async fn sweep(tx: &mut Tx, before: DateTime<Utc>) -> Result<(), StoreError> {
    sql(SWEEP).bind(ms(before)).run(tx).await?;
    Ok(())
}
