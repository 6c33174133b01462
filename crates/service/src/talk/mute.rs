//! Muting a player on pages and in emails. Mutes are private. They apply to a person, not to a
//! seat, so a new player in the seat is not muted.

use crate::handles::Chat;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_store::people::seat_holders;
use ravenpost_store::talk::mutes;
use ravenpost_store::{PlayerId, writes};

impl Chat<'_> {
    /// Mutes or unmutes the player of that seat for `by`. Idempotent.
    pub async fn mute(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        by: PlayerId,
        seat: Seat,
        muted: bool,
    ) -> Result<(), ServiceError> {
        let game = game.clone();
        let done = self.store().try_write(writes!(|tx| {
            let held = seat_holders::of_game(&mut *tx, &game).await?;
            if !held.iter().any(|holder| holder.player == Some(by)) {
                return Err(ServiceError::Denied("you are not in this game"));
            }
            let other = held.iter().find(|holder| holder.seat == seat);
            let other = other.and_then(|holder| holder.player).filter(|other| *other != by);
            let other = other.ok_or_else(|| {
                ServiceError::refused(
                    "that seat has no other player you could \
                    mute",
                )
            })?;
            match muted {
                true => mutes::set(tx, &game, by, other, now).await?,
                false => mutes::end(tx, &game, by, other).await?,
            }
            Ok(())
        }));
        done.await
    }
}
