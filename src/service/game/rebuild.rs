//! Throws the derived tables away and fills them again from the log.

use crate::service::Service;
use crate::service::commit::{game_row, waiting_rows};
use crate::service::error::ServiceError;
use crate::store::witness::{self, Told};
use crate::store::{GameId, derived, events, games, waiting, writes};

/// Games refilled in one transaction.
const STRIDE: u32 = 200;

impl Service {
    /// Rebuilds every derived row; returns how many games there are. Refused while something tells
    /// of events that the log does not have: what is thrown away here may be all that tells.
    pub async fn rebuild(&self, progress: impl FnMut(u64)) -> Result<u64, ServiceError> {
        self.store()
            .try_write(writes!(|tx| {
                match witness::cut_off(tx).await?.first() {
                    Some(cut) => Err(refusal(cut)),
                    None => Ok(derived::clear(tx).await?),
                }
            }))
            .await?;
        self.refill(progress).await
    }

    /// The same whatever else tells of the log.
    pub async fn rebuild_anyway(&self, progress: impl FnMut(u64)) -> Result<u64, ServiceError> {
        self.store().write(writes!(|tx| derived::clear(tx).await)).await?;
        self.refill(progress).await
    }

    async fn refill(&self, mut progress: impl FnMut(u64)) -> Result<u64, ServiceError> {
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
                .write(writes!(|tx| {
                    for (game, waits) in &rows {
                        games::put(tx, game).await?;
                        waiting::replace(tx, &game.id, waits).await?;
                    }
                    Ok(())
                }))
                .await?;
            progress(done);
        }
    }
}

fn refusal(cut: &Told) -> ServiceError {
    let Told { game, seq, what } = cut;
    let game = String::from_utf8_lossy(game);
    ServiceError::refused(format!("nothing was rebuilt: event {seq} of game {game}: {what}"))
}
