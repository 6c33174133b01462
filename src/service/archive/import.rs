//! Takes in a game that was written out elsewhere: checked first, marked for ever as come from
//! there, shown and audited like any other.

use chrono::{DateTime, Utc};

use super::verify::{Verified, Whole, verify};
use crate::service::Service;
use crate::service::commit::game_row;
use crate::service::error::ServiceError;
use crate::service::live::Live;
use crate::store::origins::Origin;
use crate::store::{Change, Commit, Fate, GameId, StoreError, origins, secrets, writes};

impl Service {
    /// Stores an exported game. Refused when anything in it does not hold, when it is not whole,
    /// and when there is a game of that id: then nothing is changed.
    pub async fn import(
        &self,
        now: DateTime<Utc>,
        file: &str,
        from: &str,
    ) -> Result<GameId, ServiceError> {
        let Verified { game, whole, .. } =
            verify(file).map_err(|wrong| ServiceError::refused(wrong.to_string()))?;
        let Some(Whole { log, secret, .. }) = whole else {
            return Err(ServiceError::refused(
                "this is one side's view of a game that goes on; only whole games are taken in",
            ));
        };
        let _turn = self.turn(&game).await;
        let live = Live::fold(&game, &log)?;
        let commit = Commit::of(&Change {
            row: &game_row(&live),
            after: 0,
            events: &log,
            waiting: &[],
            answered: None,
            letters: &[],
        });
        let origin =
            Origin { game: game.clone(), said: from.to_owned(), head: live.tip.head.hash, at: now };
        let job = self.store().try_write(writes!(|tx| {
            match commit.store(tx).await {
                Ok(Fate::Stored) => {}
                Ok(Fate::Before(_)) | Err(StoreError::Conflict) => return Err(here_already()),
                Err(error) => return Err(error.into()),
            }
            if let Some(secret) = &secret {
                secrets::put(tx, &origin.game, secret).await?;
            }
            origins::put(tx, &origin).await?;
            Ok::<_, ServiceError>(())
        }));
        job.await?;
        Ok(game)
    }
}

fn here_already() -> ServiceError {
    ServiceError::refused("there is a game of that id here already; nothing was changed")
}
