//! Validates cached games on a shared database, because another node may have continued a game or a
//! player may have left a seat.

use crate::handles::Cluster;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::counts::count_lookup;
use ravenpost_log::GameId;
use ravenpost_store::StoreError;
use ravenpost_store::lists::games;
use ravenpost_store::people::seat_holders;

impl Cluster<'_> {
    /// Returns the cached game, if it matches the store.
    pub(in crate::game) async fn current(
        self,
        id: &GameId,
    ) -> Result<Option<Arc<Game>>, ServiceError> {
        let found = match self.games().cached(id) {
            Some(game) if self.store().is_file() => Some(game),
            Some(game) => match Box::pin(self.is_current(&game)).await? {
                true => Some(game),
                false => {
                    self.games().forget(id);
                    None
                }
            },
            None => None,
        };
        count_lookup(self.metrics(), found.is_some());
        Ok(found)
    }

    async fn is_current(self, game: &Game) -> Result<bool, ServiceError> {
        let reader = self.store().read();
        let row = match games::get(reader, &game.id).await {
            Err(StoreError::NotFound) => return Ok(false),
            row => row?,
        };
        let head = game.tip.head;
        if (row.version, row.head) != (head.seq, head.hash) {
            if row.version <= head.seq {
                self.inner().lost.store(true, Ordering::SeqCst);
                let game_id = game.id.to_string();
                tracing::error!(game_id, "database lost events");
            }
            return Ok(false);
        }
        let held = seat_holders::of_game(reader, &game.id).await?;
        let held = held.into_iter().filter_map(|holder| Some((holder.seat, holder.player?)));
        let held = held.filter(|(seat, _)| game.status.seats.slot(*seat).is_some());
        let mut known = game.people.clone();
        known.sort_unstable();
        Ok(held.collect::<Vec<_>>() == known)
    }
}
