//! Email addresses that may sign up while sign-ups are closed.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::people::players::folded;
use crate::sql::column::{FromRow, Row, ms};
use crate::sql::{Reader, Tx, sql};

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ServerInvitation {
    /// In lower case.
    pub address: String,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

impl FromRow for ServerInvitation {
    fn from_row(row: &Row) -> Result<ServerInvitation, StoreError> {
        Ok(ServerInvitation {
            address: row.get("address")?,
            created_at: row.time("created_at")?,
            expires_at: row.time("expires_at")?,
        })
    }
}

const PUT: &str = "INSERT INTO server_invitation (address, created_at, expires_at) \
    VALUES ($1, $2, $3) ON CONFLICT (address) DO UPDATE \
    SET created_at = excluded.created_at, expires_at = excluded.expires_at";
const OPEN: &str = "SELECT * FROM server_invitation WHERE expires_at > $1 ORDER BY address";
const ADMITS: &str =
    "SELECT count(*) AS n FROM server_invitation WHERE address = $1 AND expires_at > $2";
const REMOVE: &str = "DELETE FROM server_invitation WHERE address = $1";
const SWEEP: &str = "DELETE FROM server_invitation WHERE expires_at <= $1";

/// Stores an invitation, or renews an existing one to the same address.
pub async fn put(tx: &mut Tx, new: &ServerInvitation) -> Result<(), StoreError> {
    sql(PUT)
        .bind(folded(&new.address))
        .bind(ms(new.created_at))
        .bind(ms(new.expires_at))
        .run(tx)
        .await?;
    Ok(())
}

/// Returns the valid invitations, by address.
pub async fn open(
    reader: impl Into<Reader<'_>>,
    now: DateTime<Utc>,
) -> Result<Vec<ServerInvitation>, StoreError> {
    sql(OPEN).bind(ms(now)).readable(reader).await
}

/// Returns whether an address is invited.
pub async fn admits(
    reader: impl Into<Reader<'_>>,
    address: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let query = sql(ADMITS).bind(folded(address)).bind(ms(now));
    Ok(query.row(reader).await?.count("n")? > 0)
}

/// Removes the invitation of an address. Returns whether there was one.
pub async fn remove(tx: &mut Tx, address: &str) -> Result<bool, StoreError> {
    Ok(sql(REMOVE).bind(folded(address)).run(tx).await? == 1)
}

/// Deletes invitations that expired before that time.
pub async fn sweep(tx: &mut Tx, before: DateTime<Utc>) -> Result<(), StoreError> {
    sql(SWEEP).bind(ms(before)).run(tx).await?;
    Ok(())
}
