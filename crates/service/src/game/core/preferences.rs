//! The preferences of seats that a batch reads and changes.

use crate::error::ServiceError;
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_store::people::preferences::{self, StoredPreference};
use ravenpost_store::{PlayerId, StoreError, Tx};

/// The preferences at a table that has not started.
#[derive(Default)]
pub struct Preferences {
    pub(in crate::game) known: Vec<StoredPreference>,
    /// The preference of the player who joins now.
    pub own: Option<StoredPreference>,
}

/// The changes to preferences stored with a batch.
#[derive(Clone)]
pub(crate) enum PreferenceChange {
    /// A joining player's new preference.
    New(StoredPreference),
    /// The game has started with these.
    Granted(Vec<StoredPreference>),
}

impl PreferenceChange {
    /// Stores or deletes preferences. Fails with a conflict if another was stated meanwhile.
    pub(in crate::game) async fn store(
        &self,
        tx: &mut Tx,
        game: &GameId,
        holder: Option<(Seat, PlayerId)>,
    ) -> Result<(), ServiceError> {
        match (self, holder) {
            (PreferenceChange::New(preference), Some((_, player))) => {
                preferences::set(tx, game, player, preference).await?;
            }
            (PreferenceChange::New(_), None) => {}
            (PreferenceChange::Granted(known), _) => {
                if preferences::of_game(&mut *tx, game).await? != *known {
                    return Err(StoreError::Conflict.into());
                }
                preferences::end(tx, game).await?;
            }
        }
        Ok(())
    }
}
