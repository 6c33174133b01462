//! Proposals by email to go back to an earlier step. The table votes on them as on the page.

use super::Work;
use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::core::log::metadata::EventMetadata;
use crate::rewind::propose::Proposed;
use ravenpost_rules::numbers::Step;

/// What to write instead of a proposal without a reason or a step.
const HOW: &str = "write the reason after a colon, as in \"takeback: I misread the map\"";
const WHICH: &str = "it is not clear which move you mean; name the step to go back to, as in \
    \"takeback to 41: I misread the map\"";

impl Work<'_> {
    /// Proposes to go back to a step, or to before the last move that the sender made before the
    /// answered email.
    pub(super) async fn takeback(
        &mut self,
        at: usize,
        to: Option<Step>,
        reason: String,
    ) -> Result<Vec<String>, ServiceError> {
        if reason.is_empty() {
            return Err(ServiceError::refused(HOW));
        }
        let (game_id, player) = (&self.holder.game, self.holder.player.id);
        let game = self.service.games().load(game_id).await?;
        let to = match to {
            Some(to) => to,
            None => self.before_last_move(&game)?,
        };
        game.conduct().may_go_back(to)?;
        let to = game.conduct().before_sealed(to)?.unwrap_or(to);
        let proposed = Proposed { to, reason };
        let key = self.key(at);
        let votes = self.service.votes();
        let done = votes.propose_rewind(self.now, game_id, player, &proposed, &key).await?;
        self.acted = true;
        Ok(vec![match done {
            true => format!("The game went back to step {to}. No vote was needed."),
            false => {
                format!("You proposed a takeback to step {to}. The other players vote on it.")
            }
        }])
    }

    /// Returns the step before the last move of the sender that the email shows. A move since then
    /// makes it ambiguous.
    fn before_last_move(&self, game: &Game) -> Result<Step, ServiceError> {
        let then = self.game_then(game)?;
        let own =
            |one: &EventMetadata| one.open && one.changes && one.is_order_of(self.holder.seat);
        let later = game.log.metadata_after(then.last_seq()).any(|one| own(&one));
        let last = then.log.metadata().rev().find(|one| own(one) && one.superseded_by.is_none());
        match last.filter(|_| !later) {
            Some(last) => Ok(last.step.before()),
            None => Err(ServiceError::refused(WHICH)),
        }
    }
}
