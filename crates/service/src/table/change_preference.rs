//! A player changes or drops the preference at a table that has not started.

use crate::error::ServiceError;
use crate::game::table::preferences::ReceivedPreference;
use crate::handles::Tables;
use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;
use ravenpost_store::people::preferences::{self, StoredPreference};
use ravenpost_store::{PlayerId, writes};

const TOO_LATE: &str = "the game has started; make this choice in the game";

impl Tables<'_> {
    /// Replaces the player's preference; an empty line removes it. Returns the order that was
    /// stored.
    pub async fn change_preference(
        self,
        game_id: &GameId,
        player: PlayerId,
        said: &ReceivedPreference,
    ) -> Result<Option<String>, ServiceError> {
        let game = self.games().load(game_id).await?;
        let seat = game.seats().own_seat(player)?;
        if game.status.state != Status::Open {
            return Err(ServiceError::refused(TOO_LATE));
        }
        let none = StoredPreference { seat, order: String::new(), by_email: said.by_email };
        let preference = game.seats().preference_of(seat, said)?.unwrap_or(none);
        let (game_id, stored) = (game_id.clone(), preference.clone());
        let job =
            self.store().write(writes!(|tx| preferences::set(tx, &game_id, player, &stored).await));
        if !job.await? {
            return Err(ServiceError::refused(TOO_LATE));
        }
        Ok(Some(preference.order).filter(|order| !order.is_empty()))
    }
}
