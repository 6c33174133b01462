//! Who may see a game. For everyone else, an invitation-only game does not exist, even if they know
//! its address.

use crate::error::ServiceError;
use crate::handles::Members;
use ravenpost_log::GameId;
use ravenpost_store::PlayerId;
use ravenpost_store::lists::games;
use ravenpost_store::people::{organisers, seat_holders};

impl Members<'_> {
    /// Returns whether a visitor may see a game: everyone if it is public. Otherwise its players,
    /// former players and organiser, players for whom a seat is reserved, and the admin. Nobody may
    /// see a game that does not exist. A public game may be unreadable all the same.
    pub async fn may_see(
        self,
        game_id: &GameId,
        player: Option<PlayerId>,
    ) -> Result<bool, ServiceError> {
        // Whether a game is public never changes, and the list of games is read faster than a log.
        let cached = self.inner().games.is_public(game_id).is_some();
        if !cached && games::get(self.store().read(), game_id).await.is_ok_and(|row| row.public) {
            return Ok(true);
        }
        self.may_read(game_id, player).await
    }

    /// Does the same as `may_see`, but fails if the game cannot be read.
    pub(crate) async fn may_read(
        self,
        game_id: &GameId,
        player: Option<PlayerId>,
    ) -> Result<bool, ServiceError> {
        if self.inner().games.is_public(game_id) == Some(true) {
            return Ok(true);
        }
        let game = match self.games().load(game_id).await {
            Err(ServiceError::NotFound(_)) => return Ok(false),
            game => game?,
        };
        if game.status.public {
            return Ok(true);
        }
        let Some(player) = player else { return Ok(false) };
        let reader = self.store().read();
        Ok(game.seat_of(player).is_some()
            || game.seats().reserved_for(player).is_some()
            || organisers::of_game(reader, game_id).await? == Some(player)
            || seat_holders::last_in(reader, game_id, player).await?.is_some()
            || self.accounts().is_admin(player).await?)
    }
}
