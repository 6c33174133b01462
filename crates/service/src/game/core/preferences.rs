//! The preferences of seats that a batch reads and changes.

use crate::error::ServiceError;
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_store::people::preferences::{self, LeftWish};
use ravenpost_store::{PlayerId, StoreError, Tx};

/// The preferences at a table that has not started.
#[derive(Default)]
pub struct Wishes {
    /// The stored preferences.
    pub(in crate::game) known: Vec<LeftWish>,
    /// The preference of the player who joins now.
    pub own: Option<LeftWish>,
}

/// The changes to preferences stored with a batch.
#[derive(Clone)]
pub(crate) enum WishChange {
    /// A joining player's new preference.
    New(LeftWish),
    /// The game has started with these.
    Granted(Vec<LeftWish>),
}

impl WishChange {
    /// Stores or deletes preferences. Fails with a conflict if another was stated meanwhile.
    pub(in crate::game) async fn store(
        &self,
        tx: &mut Tx,
        game: &GameId,
        holder: Option<(Seat, PlayerId)>,
    ) -> Result<(), ServiceError> {
        match (self, holder) {
            (WishChange::New(wish), Some((_, player))) => {
                preferences::set(tx, game, player, wish).await?;
            }
            (WishChange::New(_), None) => {}
            (WishChange::Granted(known), _) => {
                if preferences::of_game(&mut *tx, game).await? != *known {
                    return Err(StoreError::Conflict.into());
                }
                preferences::end(tx, game).await?;
            }
        }
        Ok(())
    }
}
