//! A viewer's view of a game as the title's own JSON, now or after an earlier step.

use crate::error::ServiceError;
use crate::handles::Play;
use crate::play::look::Look;
use ravenpost_log::GameId;
use ravenpost_rules::numbers::Step;
use ravenpost_store::PlayerId;

impl Play<'_> {
    /// Returns the view as JSON text, or `None` before the start. It has the form of the line
    /// `view` of an export.
    pub async fn title_view(
        self,
        id: &GameId,
        player: Option<PlayerId>,
        at: Option<Step>,
    ) -> Result<Option<String>, ServiceError> {
        let game = self.games().load(id).await?;
        let seat = player.and_then(|player| game.seat_of(player));
        let moment = Look::from(at).moment(&game, game.viewer(seat))?;
        let seen = moment.past.as_ref().unwrap_or(game.as_ref());
        Ok(seen.has_started().then(|| seen.position.show(moment.viewer)))
    }
}
