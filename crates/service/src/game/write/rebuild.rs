//! Rebuilds the derived tables from the log, game by game. A game that cannot be read keeps its
//! rows, so that it stays in lists.

use crate::error::ServiceError;
use crate::game::clocks::clock_rows::waiting_rows;
use crate::game::write::commit::game_row;
use crate::handles::Games;
use ravenpost_log::GameId;
use ravenpost_store::lists::{deadlines, derived, games};
use ravenpost_store::log::events;
use ravenpost_store::log::known_heads::{self, EventReference};
use ravenpost_store::writes;

/// Games rebuilt in one transaction.
const STRIDE: u32 = 200;

/// The result of a rebuild.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rebuilt {
    pub games: u64,
    /// Games that cannot be read, with the reason.
    pub damaged: Vec<(GameId, String)>,
    /// Games that a newer program has continued.
    pub newer: Vec<(GameId, String)>,
}

impl Games<'_> {
    /// Rebuilds every derived row.
    ///
    /// # Errors
    ///
    /// Fails if other data refers to events that the log does not have, because the rows to be
    /// deleted could be their only trace.
    pub async fn rebuild(self, progress: impl FnMut(u64)) -> Result<Rebuilt, ServiceError> {
        let cut = self.store().write(writes!(|tx| known_heads::cut_off(tx).await)).await?;
        match cut.first() {
            Some(cut) => Err(refusal(cut)),
            None => self.rebuild_anyway(progress).await,
        }
    }

    /// Rebuilds every derived row without that check.
    pub async fn rebuild_anyway(
        self,
        mut progress: impl FnMut(u64),
    ) -> Result<Rebuilt, ServiceError> {
        self.store().write(writes!(|tx| derived::sweep(tx).await)).await?;
        let mut done = Rebuilt::default();
        let mut last: Option<GameId> = None;
        loop {
            let ids = events::games(self.store().read(), last.as_ref(), STRIDE).await?;
            if ids.is_empty() {
                return Ok(done);
            }
            last = ids.last().cloned();
            let mut rows = Vec::with_capacity(ids.len());
            for id in ids {
                let made = async {
                    let game = self.refolded(&id).await?;
                    Ok((game_row(&game), waiting_rows(&game)))
                };
                match self.apart(&id, made).await {
                    Ok(made) => rows.push(made),
                    Err(ServiceError::Damaged { why, newer, .. }) => {
                        let left = if newer { &mut done.newer } else { &mut done.damaged };
                        left.push((id, why));
                    }
                    Err(error) => return Err(error),
                }
            }
            done.games += rows.len() as u64;
            self.store()
                .write(writes!(|tx| {
                    for (game_id, waits) in &rows {
                        games::put(tx, game_id).await?;
                        deadlines::replace(tx, &game_id.id, waits).await?;
                    }
                    Ok(())
                }))
                .await?;
            progress(done.games);
        }
    }
}

fn refusal(cut: &EventReference) -> ServiceError {
    let EventReference { game, seq, what } = cut;
    let game = String::from_utf8_lossy(game);
    ServiceError::refused(format!("nothing was rebuilt: event {seq} of game {game}: {what}"))
}
