//! Additional addresses from which players write, each confirmed once by its player.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::column::ms;
use crate::sql::{Reader, Tx, sql};

/// The maximum number of addresses per player.
pub const MOST: u32 = 10;

const CONFIRM: &str = "INSERT INTO confirmed_sender (player, address, created_at) \
    VALUES ($1, $2, $3) ON CONFLICT (player, address) \
    DO UPDATE SET created_at = excluded.created_at";
/// Deletes the oldest.
const TRIM: &str = "DELETE FROM confirmed_sender WHERE player = $1 AND address NOT IN (\
    SELECT address FROM confirmed_sender WHERE player = $1 \
    ORDER BY created_at DESC, address LIMIT $2)";
const KNOWN: &str = "SELECT 1 FROM confirmed_sender WHERE player = $1 AND address = $2";
const FORGET: &str = "DELETE FROM confirmed_sender WHERE player = $1 AND address = $2";
const FORGET_ALL: &str = "DELETE FROM confirmed_sender WHERE player = $1";

/// Stores an address that a player has confirmed.
pub async fn confirm(
    tx: &mut Tx,
    player: PlayerId,
    address: &str,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sql(CONFIRM).bind(player.0).bind(folded(address)).bind(ms(at)).run(&mut *tx).await?;
    sql(TRIM).bind(player.0).bind(MOST).run(tx).await?;
    Ok(())
}

pub async fn is_confirmed(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
    address: &str,
) -> Result<bool, StoreError> {
    let query = sql(KNOWN).bind(player.0).bind(folded(address));
    Ok(query.row_if(reader).await?.is_some())
}

/// Deletes an address of a player.
pub async fn forget(tx: &mut Tx, player: PlayerId, address: &str) -> Result<(), StoreError> {
    sql(FORGET).bind(player.0).bind(folded(address)).run(tx).await?;
    Ok(())
}

/// Deletes all addresses of a player.
pub async fn forget_all(tx: &mut Tx, player: PlayerId) -> Result<(), StoreError> {
    sql(FORGET_ALL).bind(player.0).run(tx).await?;
    Ok(())
}

fn folded(address: &str) -> String {
    address.trim().to_lowercase()
}
