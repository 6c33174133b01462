//! Going back by consent: somebody proposes it, the table votes, and one event sets aside what came
//! since. Nothing is deleted. What comes of a vote is done by `game/voting.rs`.

pub mod foresee;
pub mod propose;
pub mod vote;

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::folded::Game;
use ravenpost_log::GameId;
use ravenpost_log::act::Consent;
use ravenpost_log::table::proposal::Voice;
use ravenpost_store::PlayerId;

impl Service {
    /// In whose name a player speaks about what is put to the vote, or else about going back;
    /// whoever is not of the table is told so.
    pub async fn voice_of(&self, game: &GameId, player: PlayerId) -> Result<Voice, ServiceError> {
        let organises = self.organiser_of(game).await? == Some(player);
        let live = self.live(game).await?;
        let (open, own) = (&live.course.proposal, live.course.consent);
        let rule = open.as_ref().map_or(own, |open| open.rule(own));
        voice(&live, player, organises, rule)
    }
}

/// In whose name a player speaks: for its seat, and for the table where it looks after that and
/// either has no seat or the organiser's word is what counts.
fn voice(
    live: &Game,
    player: PlayerId,
    organises: bool,
    rule: Consent,
) -> Result<Voice, ServiceError> {
    let seat = live.seat_of(player);
    match (seat, organises) {
        (_, true) if rule == Consent::Organiser => Ok(None),
        (Some(seat), _) => Ok(Some(seat)),
        (None, true) => Ok(None),
        (None, false) => Err(ServiceError::Denied("you have no seat in this game")),
    }
}
