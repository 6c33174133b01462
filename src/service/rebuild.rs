//! Throws the derived tables away and fills them again from the log.

use super::Service;
use super::commit::{game_row, waiting_rows};
use super::error::ServiceError;
use crate::store::{GameId, derived, events, games, waiting};

/// Games refilled in one transaction.
const STRIDE: u32 = 200;

impl Service {
    /// Rebuilds every derived row; returns how many games there are.
    pub async fn rebuild(&self, mut progress: impl FnMut(u64)) -> Result<u64, ServiceError> {
        self.store().write(|conn| Box::pin(async move { derived::clear(conn).await })).await?;
        let mut done = 0;
        let mut last: Option<GameId> = None;
        loop {
            let ids = events::games(self.store().read(), last.as_ref(), STRIDE).await?;
            if ids.is_empty() {
                return Ok(done);
            }
            done += ids.len() as u64;
            last = ids.last().cloned();
            let mut rows = Vec::with_capacity(ids.len());
            for id in &ids {
                let live = self.refolded(id).await?;
                rows.push((game_row(&live), waiting_rows(&live)));
            }
            self.store()
                .write(move |conn| {
                    Box::pin(async move {
                        for (game, waits) in &rows {
                            games::put(conn, game).await?;
                            waiting::replace(conn, &game.id, waits).await?;
                        }
                        Ok(())
                    })
                })
                .await?;
            progress(done);
        }
    }
}
