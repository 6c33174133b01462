//! The admins of the server. A setting holds the ids of their accounts, separated by spaces.

use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::lists::settings::{self, Key};
use crate::sql::{Reader, Tx};

/// Returns the admins, in the order in which they were added.
pub async fn all(reader: impl Into<Reader<'_>>) -> Result<Vec<PlayerId>, StoreError> {
    let stored = settings::get(reader, Key::Admin).await?;
    Ok(read(stored.as_deref().unwrap_or_default()))
}

/// Parses the stored setting.
pub(super) fn read(stored: &str) -> Vec<PlayerId> {
    stored.split_whitespace().filter_map(|id| id.parse().ok()).map(PlayerId).collect()
}

/// Makes a player an admin. Returns `false` if they already were one.
pub async fn add(tx: &mut Tx, player: PlayerId) -> Result<bool, StoreError> {
    let mut admins = all(&mut *tx).await?;
    if admins.contains(&player) {
        return Ok(false);
    }
    admins.push(player);
    put(tx, &admins).await?;
    Ok(true)
}

/// Takes the role away from a player. Returns whether they had it.
pub async fn remove(tx: &mut Tx, player: PlayerId) -> Result<bool, StoreError> {
    let mut admins = all(&mut *tx).await?;
    let before = admins.len();
    admins.retain(|admin| *admin != player);
    if admins.len() == before {
        return Ok(false);
    }
    put(tx, &admins).await?;
    Ok(true)
}

async fn put(tx: &mut Tx, admins: &[PlayerId]) -> Result<(), StoreError> {
    if admins.is_empty() {
        settings::unset(tx, Key::Admin).await?;
        return Ok(());
    }
    let ids: Vec<String> = admins.iter().map(PlayerId::to_string).collect();
    settings::set(tx, Key::Admin, &ids.join(" ")).await
}
