//! Voting on the open proposal.

use crate::handles::Votes;
use chrono::{DateTime, Utc};

use super::voice;
use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::core::side_writes::SideWrites;
use crate::idempotency::Idempotency;
use ravenpost_log::act::Via;
use ravenpost_log::table::proposal::Proposal;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::numbers::Step;
use ravenpost_store::PlayerId;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    /// The step that made the proposal.
    pub step: Step,
    pub agrees: bool,
    pub via: Via,
}

impl Votes<'_> {
    /// Records a vote and applies what it decides.
    pub async fn vote(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
        word: Word,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        let organises = self.members().organiser_of(game).await? == Some(player);
        let Word { step, agrees, via } = word;
        let (put, says) = (step.to_string(), if agrees { "agree" } else { "refuse" });
        let request = key.asks(&["vote", game.as_str(), &player.to_string(), &put, says]);
        self.games()
            .work_once(game, now, Some(&request), |batch| {
                let rule = open(&batch.game, step)?.rule(batch.game.status.consent);
                let seat = voice(&batch.game, player, organises, rule)?;
                batch.note(Act::Voted { seat, agrees, via })?;
                batch.count_votes()?;
                batch.carry_on()?;
                let by = Some(player).filter(|_| via != Via::Email);
                Ok(((), SideWrites { by, ..SideWrites::default() }))
            })
            .await
    }
}

/// Returns the open proposal, if it is still the one made in that step.
pub(super) fn open(game: &Game, step: Step) -> Result<&Proposal, ServiceError> {
    let proposal = game.status.stops.proposal.as_ref().filter(|proposal| proposal.step == step);
    proposal.ok_or_else(|| {
        let event = game.log.step_event(step).and_then(|seq| game.log.event(seq));
        match event.is_some_and(|entry| matches!(entry.act, Act::Proposed { .. })) {
            true => ServiceError::refused("this vote is already over"),
            false => ServiceError::refused(format!(
                "nothing was proposed at step {step}; check the number"
            )),
        }
    })
}
