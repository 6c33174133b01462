//! Who may organise a table: its organiser or an admin of the server. The log records which of them
//! acted, and on which seat they play.

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::handles::Members;
use ravenpost_log::GameId;
use ravenpost_log::act::By;
use ravenpost_rules::Seat;
use ravenpost_store::PlayerId;
use ravenpost_store::people::{organisers, players};

/// The refusal for everyone else.
pub(crate) const NO_ORGANISER: ServiceError =
    ServiceError::Denied("only the organiser of this game can do that");

/// A player who may organise a table.
#[derive(Clone, Copy)]
pub(crate) struct Office {
    player: PlayerId,
    organiser: Option<PlayerId>,
}

impl Office {
    /// How the log names the person who acts.
    pub fn by(self, game: &Game) -> By {
        let seat = game.seat_of(self.player);
        match self.organiser == Some(self.player) {
            true => By::Organiser(seat),
            false => By::Admin(seat),
        }
    }
}

impl Members<'_> {
    /// Returns the capacity in which a player organises a table.
    ///
    /// # Errors
    ///
    /// Fails with `Denied` for players who may not organise it.
    pub(crate) async fn office(
        self,
        game: &GameId,
        player: PlayerId,
    ) -> Result<Office, ServiceError> {
        self.must_organise(game, player).await?;
        Ok(Office { player, organiser: self.organiser_of(game).await? })
    }

    /// The organiser, who opened the table; `None` after that person was blocked or deleted.
    pub async fn organiser_of(self, game: &GameId) -> Result<Option<PlayerId>, ServiceError> {
        Ok(organisers::of_game(self.store().read(), game).await?)
    }

    /// Refuses everyone except the organiser of a game and the admins of the server.
    pub async fn must_organise(self, game: &GameId, player: PlayerId) -> Result<(), ServiceError> {
        if self.organises(game, player).await? {
            return Ok(());
        }
        Err(NO_ORGANISER)
    }

    /// The name of the organiser, and the organiser's seat.
    pub(crate) async fn named_organiser(
        self,
        game: &Game,
    ) -> Result<Option<(String, Option<Seat>)>, ServiceError> {
        let Some(player) = organisers::of_game(self.store().read(), &game.id).await? else {
            return Ok(None);
        };
        let name = players::get(self.store().read(), player).await?.name;
        Ok(Some((name, game.seat_of(player))))
    }

    /// Whether a player is the organiser of a game or an admin of the server.
    pub(crate) async fn organises(
        self,
        game: &GameId,
        player: PlayerId,
    ) -> Result<bool, ServiceError> {
        let organiser = organisers::of_game(self.store().read(), game).await?;
        Ok(organiser == Some(player) || self.accounts().is_admin(player).await?)
    }
}
