//! Rewind by consent: a player proposes it, the table votes, and one event supersedes everything
//! since. Nothing is deleted. Outcomes of votes are applied in `game/table/voting.rs`.

pub mod preview;
pub mod propose;
pub mod vote;

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::handles::Votes;
use ravenpost_log::GameId;
use ravenpost_log::act::Consent;
use ravenpost_log::table::proposal::Voice;
use ravenpost_store::PlayerId;

impl Votes<'_> {
    /// Returns whether a player votes as a seat or as the organiser, on the open proposal or, if
    /// there is none, on a rewind. `Denied` for people who do not belong to the table.
    pub async fn voice_of(self, game_id: &GameId, player: PlayerId) -> Result<Voice, ServiceError> {
        let organises = self.members().organiser_of(game_id).await? == Some(player);
        let game = self.games().load(game_id).await?;
        let (open, own) = (&game.status.stops.proposal, game.status.consent);
        let rule = open.as_ref().map_or(own, |open| open.rule(own));
        voice(&game, player, organises, rule)
    }
}

/// Returns whether a player votes as a seat or as the organiser. It is the organiser if the player
/// has no seat, or if the organiser's consent is what counts.
fn voice(
    game: &Game,
    player: PlayerId,
    organises: bool,
    rule: Consent,
) -> Result<Voice, ServiceError> {
    let seat = game.seat_of(player);
    match (seat, organises) {
        (_, true) if rule == Consent::Organiser => Ok(None),
        (Some(seat), _) => Ok(Some(seat)),
        (None, true) => Ok(None),
        (None, false) => Err(ServiceError::Denied("you are not in this game")),
    }
}
