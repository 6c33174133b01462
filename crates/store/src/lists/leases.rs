//! Leases: work that one node does for all of them until a moment. Who does not come back loses
//! it then.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::sql::column::{FromRow, Row, ms};
use crate::sql::{Reader, Tx, sql};

/// Who has a lease.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lease {
    pub holder: String,
    pub until: DateTime<Utc>,
}

impl FromRow for Lease {
    fn from_row(row: &Row) -> Result<Lease, StoreError> {
        Ok(Lease { holder: row.get("holder")?, until: row.time("until")? })
    }
}

const OF: &str = "SELECT holder, until FROM lease WHERE what = $1";
const TAKE: &str = "INSERT INTO lease (what, holder, until) VALUES ($1, $2, $3) \
    ON CONFLICT (what) DO UPDATE SET holder = excluded.holder, until = excluded.until \
    WHERE lease.until <= $4 OR lease.holder = excluded.holder";
const GIVE_BACK: &str = "DELETE FROM lease WHERE what = $1 AND holder = $2";
const SWEEP: &str = "DELETE FROM lease WHERE until < $1";

/// Who has a lease, or had it last.
pub async fn of(reader: impl Into<Reader<'_>>, what: &str) -> Result<Option<Lease>, StoreError> {
    sql(OF).bind(what).one_if(reader).await
}

/// Takes a lease, or keeps it for longer. Tells whether it was free, or this holder's.
pub async fn take(
    tx: &mut Tx,
    what: &str,
    lease: &Lease,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let query = sql(TAKE).bind(what).bind(lease.holder.as_str()).bind(ms(lease.until));
    Ok(query.bind(ms(now)).run(tx).await? > 0)
}

/// Gives a lease back, if this holder has it.
pub async fn give_back(tx: &mut Tx, what: &str, holder: &str) -> Result<(), StoreError> {
    sql(GIVE_BACK).bind(what).bind(holder).run(tx).await?;
    Ok(())
}

/// Forgets leases that were over before then.
pub async fn sweep(tx: &mut Tx, before: DateTime<Utc>) -> Result<(), StoreError> {
    sql(SWEEP).bind(ms(before)).run(tx).await?;
    Ok(())
}
