//! Blocking a player: they cannot write to the blocking player in private, invite them or join
//! their tables, and their messages to a shared table are hidden. Games in which both have seats
//! continue. Blocks are private, so the blocked player only learns that something is not possible.

use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::request::Request;
use crate::handles::Players;
use crate::idempotency::Idempotency;
use ravenpost_store::log::idempotency;
use ravenpost_store::people::players::{self, Player};
use ravenpost_store::talk::blocks::{self, Blocked};
use ravenpost_store::{PlayerId, StoreError, Tx, writes};

/// Maximum number of players that one player can block.
pub const MOST: usize = 200;

/// The stored answer to a request. It has no content.
const DONE: &str = "null";

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
        self.set_block(now, by, name, blocked, None).await
    }

    /// Same as [`block`](Players::block) for a request with this key. Repeating it later has no
    /// effect, even if the block has been changed since.
    pub async fn block_once(
        self,
        now: DateTime<Utc>,
        by: PlayerId,
        name: &str,
        blocked: bool,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        let what = if blocked { "block" } else { "unblock" };
        // The key is secret, so the name cannot be guessed from the stored hash.
        let request = key.asks(&[what, key.as_str(), name]);
        if self.games().answered::<()>(Some(&request)).await?.is_some() {
            return Ok(());
        }
        let done = self.set_block(now, by, name, blocked, Some(&request)).await;
        if let Err(ServiceError::Store(StoreError::Conflict)) = done {
            // Another node has answered the same request meanwhile.
            return self.games().answered(Some(&request)).await?.ok_or(StoreError::Conflict.into());
        }
        done.map(drop)
    }

    async fn set_block(
        self,
        now: DateTime<Utc>,
        by: PlayerId,
        name: &str,
        blocked: bool,
        request: Option<&Request>,
    ) -> Result<String, ServiceError> {
        let found = players::called(self.store().read(), name).await?;
        let Player { id: other, name, .. } = found.ok_or(ServiceError::NotFound("player"))?;
        if other == by {
            return Err(ServiceError::refused("you cannot block yourself"));
        }
        let answer = request
            .map(|request| (request.key().to_owned(), request.answer_without_game(now, DONE)));
        let job: Result<(), ServiceError> = self
            .store()
            .try_write(writes!(|tx| {
                match blocked {
                    true => begin(tx, by, other, now).await?,
                    false => blocks::end(tx, by, other).await?,
                }
                if let Some((key, answer)) = &answer {
                    idempotency::put(tx, key, answer).await?;
                }
                Ok(())
            }))
            .await;
        job.map(|()| name)
    }

    /// Returns whom a player has blocked, by name.
    pub async fn blocked_by(self, player: PlayerId) -> Result<Vec<Blocked>, ServiceError> {
        Ok(blocks::of_player(self.store().read(), player).await?)
    }
}

/// Blocks a player, unless already blocked. Refused if the limit is reached.
async fn begin(
    tx: &mut Tx,
    by: PlayerId,
    other: PlayerId,
    now: DateTime<Utc>,
) -> Result<(), ServiceError> {
    let before = blocks::of_player(&mut *tx, by).await?;
    if before.iter().any(|one| one.player == other) {
        return Ok(());
    }
    if before.len() >= MOST {
        let why = format!("you can block at most {MOST} players; unblock someone first");
        return Err(ServiceError::refused(why));
    }
    Ok(blocks::set(tx, by, other, now).await?)
}
