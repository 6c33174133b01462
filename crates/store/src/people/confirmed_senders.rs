//! Other addresses that players write from: each was confirmed once by its player.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::sql::column::ms;
use crate::sql::{Reader, Tx, sql};

/// Addresses that are remembered of one player.
pub const MOST: u32 = 10;

const CONFIRM: &str = "INSERT INTO confirmed_sender (player, address, created_at) \
    VALUES ($1, $2, $3) ON CONFLICT (player, address) \
    DO UPDATE SET created_at = excluded.created_at";
/// The oldest go.
const TRIM: &str = "DELETE FROM confirmed_sender WHERE player = $1 AND address NOT IN (\
    SELECT address FROM confirmed_sender WHERE player = $1 \
    ORDER BY created_at DESC, address LIMIT $2)";
const KNOWN: &str = "SELECT count(*) FROM confirmed_sender WHERE player = $1 AND address = $2";
const FORGET: &str = "DELETE FROM confirmed_sender WHERE player = $1 AND address = $2";
const FORGET_ALL: &str = "DELETE FROM confirmed_sender WHERE player = $1";

/// Remembers an address that a player has confirmed.
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

/// Whether a player has confirmed an address.
pub async fn is_confirmed(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
    address: &str,
) -> Result<bool, StoreError> {
    let query = sql(KNOWN).bind(player.0).bind(folded(address));
    Ok(query.row(reader).await?.count(0)? > 0)
}

/// Forgets an address of a player.
pub async fn forget(tx: &mut Tx, player: PlayerId, address: &str) -> Result<(), StoreError> {
    sql(FORGET).bind(player.0).bind(folded(address)).run(tx).await?;
    Ok(())
}

/// Forgets all of them.
pub async fn forget_all(tx: &mut Tx, player: PlayerId) -> Result<(), StoreError> {
    sql(FORGET_ALL).bind(player.0).run(tx).await?;
    Ok(())
}

fn folded(address: &str) -> String {
    address.trim().to_lowercase()
}
