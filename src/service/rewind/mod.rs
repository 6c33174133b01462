//! Going back by consent: somebody proposes it, the table votes, and one event sets aside what came
//! since. Nothing is deleted. What comes of a vote is done by `game/voting.rs`.

pub mod foresee;
pub mod propose;
pub mod vote;

use crate::rules::act::Consent;
use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::live::Live;
use crate::service::proposal::Voice;
use crate::store::{GameId, PlayerId, organisers};

impl Service {
    /// In whose name a player speaks about going back; whoever is not of the table is told so.
    pub async fn voice_of(&self, game: &GameId, player: PlayerId) -> Result<Voice, ServiceError> {
        let organises = self.looks_after(game, player).await?;
        voice(self.live(game).await?.as_ref(), player, organises)
    }

    /// Whether a player looks after a table. That never changes hands.
    async fn looks_after(&self, game: &GameId, player: PlayerId) -> Result<bool, ServiceError> {
        Ok(organisers::of_game(self.store().read(), game).await? == Some(player))
    }
}

/// In whose name a player speaks: for its seat, and for the table where it looks after that and
/// either has no seat or the organiser's word is what counts.
fn voice(live: &Live, player: PlayerId, organises: bool) -> Result<Voice, ServiceError> {
    let seat = live.seat_of(player);
    match (seat, organises) {
        (_, true) if live.course.consent == Consent::Organiser => Ok(None),
        (Some(seat), _) => Ok(Some(seat)),
        (None, true) => Ok(None),
        (None, false) => Err(ServiceError::Denied("you have no seat in this game")),
    }
}
