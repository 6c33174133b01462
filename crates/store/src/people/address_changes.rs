//! Requests to change a player's email address. Each player has at most one, and a new request
//! replaces it. The confirmation links to both addresses are stored as hashes only.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::{PlayerId, TokenHash};
use crate::sql::column::{FromRow, Row, ms};
use crate::sql::{Reader, Tx, sql};

/// A request to change the address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddressChange {
    pub player: PlayerId,
    pub address: String,
    /// The link in the email to the new address.
    pub new_hash: TokenHash,
    /// The link in the email to the old address.
    pub old_hash: TokenHash,
    pub asked_at: DateTime<Utc>,
    /// When the new address was confirmed.
    pub proved_at: Option<DateTime<Utc>>,
    /// When the old address approved the change.
    pub agreed_at: Option<DateTime<Utc>>,
}

impl FromRow for AddressChange {
    fn from_row(row: &Row) -> Result<AddressChange, StoreError> {
        Ok(AddressChange {
            player: row.player("player")?,
            address: row.get("new_address")?,
            new_hash: row.hash("new_token_hash")?,
            old_hash: row.hash("old_token_hash")?,
            asked_at: row.time("requested_at")?,
            proved_at: row.time_if("new_confirmed_at")?,
            agreed_at: row.time_if("old_confirmed_at")?,
        })
    }
}

const ASK: &str = "INSERT INTO address_change \
    (player, new_address, new_token_hash, old_token_hash, requested_at) \
    VALUES ($1, $2, $3, $4, $5) \
    ON CONFLICT (player) DO UPDATE SET new_address = excluded.new_address, \
    new_token_hash = excluded.new_token_hash, old_token_hash = excluded.old_token_hash, \
    requested_at = excluded.requested_at, new_confirmed_at = NULL, old_confirmed_at = NULL";
const BY_LINK: &str = "SELECT * FROM address_change \
    WHERE (new_token_hash = $1 OR old_token_hash = $1) AND requested_at > $2";
const OF_PLAYER: &str = "SELECT * FROM address_change WHERE player = $1 AND requested_at > $2";
const PROVE: &str = "UPDATE address_change SET new_confirmed_at = coalesce(new_confirmed_at, $1) \
    WHERE new_token_hash = $2";
const AGREE: &str = "UPDATE address_change SET old_confirmed_at = coalesce(old_confirmed_at, $1) \
    WHERE old_token_hash = $2";
const DROP: &str = "DELETE FROM address_change WHERE player = $1";

/// Stores a request, replacing an earlier one.
pub async fn ask(tx: &mut Tx, wish: &AddressChange) -> Result<(), StoreError> {
    sql(ASK)
        .bind(wish.player.0)
        .bind(wish.address.as_str())
        .bind(wish.new_hash.as_slice())
        .bind(wish.old_hash.as_slice())
        .bind(ms(wish.asked_at))
        .run(tx)
        .await?;
    Ok(())
}

/// Returns the request of a link to either address, if it was made after that time.
pub async fn by_link(
    reader: impl Into<Reader<'_>>,
    link: &TokenHash,
    after: DateTime<Utc>,
) -> Result<Option<AddressChange>, StoreError> {
    let query = sql(BY_LINK).bind(link.as_slice()).bind(ms(after));
    query.one_if(reader).await
}

/// Returns a player's request, if it was made after that time.
pub async fn of_player(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
    after: DateTime<Utc>,
) -> Result<Option<AddressChange>, StoreError> {
    sql(OF_PLAYER).bind(player.0).bind(ms(after)).one_if(reader).await
}

/// Records the confirmation by the address that received this link.
pub async fn say_yes(tx: &mut Tx, link: &TokenHash, now: DateTime<Utc>) -> Result<(), StoreError> {
    for end in [PROVE, AGREE] {
        sql(end).bind(ms(now)).bind(link.as_slice()).run(tx).await?;
    }
    Ok(())
}

/// Deletes a player's request after it was granted, refused or withdrawn.
pub async fn forget(tx: &mut Tx, player: PlayerId) -> Result<(), StoreError> {
    sql(DROP).bind(player.0).run(tx).await?;
    Ok(())
}
