//! Blocking a player: they cannot write to the blocking player in private, invite them or join
//! their tables, and their messages to a shared table are hidden. Games that both play go on.
//! Blocks are private, so the blocked player only learns that something is not possible.

use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::handles::Players;
use ravenpost_store::people::players::{self, Player};
use ravenpost_store::talk::blocks::{self, Blocked};
use ravenpost_store::{PlayerId, writes};

/// Maximum number of players that one player can block.
pub const MOST: usize = 200;

impl Players<'_> {
    /// Blocks or unblocks the player with that name for `by`, and returns the player's name.
    /// Idempotent.
    ///
    /// # Errors
    ///
    /// `NotFound` if no player has the name.
    pub async fn block(
        self,
        now: DateTime<Utc>,
        by: PlayerId,
        name: &str,
        blocked: bool,
    ) -> Result<String, ServiceError> {
        let found = players::called(self.store().read(), name).await?;
        let Player { id: other, name, .. } = found.ok_or(ServiceError::NotFound("player"))?;
        if other == by {
            return Err(ServiceError::refused("you cannot block yourself"));
        }
        let job: Result<(), ServiceError> = self
            .store()
            .try_write(writes!(|tx| {
                if !blocked {
                    return Ok(blocks::end(tx, by, other).await?);
                }
                let before = blocks::of_player(&mut *tx, by).await?;
                if before.iter().any(|one| one.player == other) {
                    return Ok(());
                }
                if before.len() >= MOST {
                    let why =
                        format!("you can block at most {MOST} players; unblock someone first");
                    return Err(ServiceError::refused(why));
                }
                Ok(blocks::set(tx, by, other, now).await?)
            }))
            .await;
        job.map(|()| name)
    }

    /// Returns whom a player has blocked, by name.
    pub async fn blocked_by(self, player: PlayerId) -> Result<Vec<Blocked>, ServiceError> {
        Ok(blocks::of_player(self.store().read(), player).await?)
    }
}
