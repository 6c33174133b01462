//! Validates cached games on a shared database, because another node may have continued a game or a
//! player may have left a seat.

use crate::handles::Cluster;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::error::ServiceError;
use crate::game::core::folded::Game;
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
        let Some(live) = self.games().cached(id) else { return Ok(None) };
        if self.store().is_file() || Box::pin(self.stands_so(&live)).await? {
            return Ok(Some(live));
        }
        self.games().forget(id);
        Ok(None)
    }

    async fn stands_so(self, live: &Game) -> Result<bool, ServiceError> {
        let reader = self.store().read();
        let row = match games::get(reader, &live.id).await {
            Err(StoreError::NotFound) => return Ok(false),
            row => row?,
        };
        let head = live.tip.head;
        if (row.version, row.head) != (head.seq, head.hash) {
            if row.version <= head.seq {
                self.inner().lost.store(true, Ordering::SeqCst);
                let game = live.id.to_string();
                tracing::error!(game, "database lost events");
            }
            return Ok(false);
        }
        let held = seat_holders::of_game(reader, &live.id).await?;
        let held = held.into_iter().filter_map(|holder| Some((holder.seat, holder.player?)));
        let held = held.filter(|(seat, _)| live.course.slot(*seat).is_some());
        let mut known = live.people.clone();
        known.sort_unstable();
        Ok(held.collect::<Vec<_>>() == known)
    }
}
