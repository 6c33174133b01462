//! Cached audit results. If a game has continued, only the new events are audited; if it has not,
//! nothing is.

use crate::handles::Fairness;
use std::sync::Arc;

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::fairness::audit::{Audited, DiceReport, audit_log, continue_audit, derived};
use ravenpost_log::table::status::Status;
use ravenpost_log::{GameId, Head, StoredEvent};
use ravenpost_rules::numbers::Seq;
use ravenpost_store::log::events;

/// The audit result of a game up to an event.
pub struct Verdict {
    /// The last audited event, as stored.
    head: Head,
    pub audited: Audited,
    /// Every draw derived again, if the game is over.
    pub dice: Option<DiceReport>,
    /// The game folded during the audit, if its chain holds.
    game: Option<Game>,
}

impl Fairness<'_> {
    /// Audits the game, or returns the cached result.
    pub async fn verdict(self, id: &GameId) -> Result<Arc<Verdict>, ServiceError> {
        if let Some(known) = self.known_verdict(id).await? {
            return Ok(known);
        }
        // Concurrent callers wait for this audit and find its result.
        let _turn = self.games().lock_game(&("verdict", id)).await;
        if let Some(known) = self.known_verdict(id).await? {
            return Ok(known);
        }
        let verdict = Arc::new(self.look(id).await?);
        self.inner().verdicts.put(id.clone(), Arc::clone(&verdict), verdict.weight());
        Ok(verdict)
    }

    /// The cached verdict, if there was no public step since. Private events are checked with the
    /// next step, and the heads are compared in memory, so that the response time depends on no
    /// private event.
    async fn known_verdict(self, id: &GameId) -> Result<Option<Arc<Verdict>>, ServiceError> {
        let Some(known) = self.inner().verdicts.get(id) else { return Ok(None) };
        let head = events::head(self.store().read(), id).await?;
        let shown = self.games().load(id).await.ok().map(|game| game.tip.shown);
        let then = known.game.as_ref().map(|game| game.tip.shown);
        let same = match head.seq > known.head.seq {
            true => then.is_some() && then == shown,
            false => head == known.head,
        };
        Ok(same.then_some(known))
    }

    async fn look(self, id: &GameId) -> Result<Verdict, ServiceError> {
        let before = self.inner().verdicts.get(id);
        let before = before.and_then(|known| known.goes_on().map(|game| (known.clone(), game)));
        let after = before.as_ref().map_or(Seq::NONE, |(known, _)| known.head.seq);
        let since = events::since(self.store().read(), id, after).await?;
        let around = match &before {
            None => Some(self.around(id, &since).await?),
            Some(_) => None,
        };
        let id = id.clone();
        // Audits of long games take time and must not block players.
        let looking = tokio::task::spawn_blocking(move || {
            let since: Vec<Arc<StoredEvent>> = since.into_iter().map(Arc::new).collect();
            let (audited, game) = match (before, around) {
                (Some((known, game)), _) => continue_audit(known.audited.clone(), game, &since)?,
                (None, around) => {
                    let (secret, begins) = around.unwrap_or_default();
                    audit_log(&id, &since, secret, begins)?
                }
            };
            let last = since.last().map(|last| Head { seq: last.seq, hash: last.hash });
            let head = last.or(audited.head).unwrap_or_else(|| Head::genesis(&id));
            Verdict::of(head, audited, game)
        });
        looking.await.map_err(|error| ServiceError::Broken(error.into()))?
    }
}

impl Verdict {
    fn of(head: Head, audited: Audited, game: Option<Game>) -> Result<Verdict, ServiceError> {
        let over = game.as_ref().filter(|game| game.status.state == Status::Over);
        let dice = over.map(derived).transpose()?;
        Ok(Verdict { head, audited, dice, game: game.map(|game| game.memory().pack()) })
    }

    /// The game from which to continue; `None` after a fault of the chain or the secret, which
    /// requires a full audit.
    fn goes_on(&self) -> Option<Game> {
        self.game.clone().filter(|_| self.audited.secret.is_none())
    }

    fn weight(&self) -> usize {
        let draws = self.dice.as_ref().map_or(0, |dice| dice.draws.len() * 128);
        let changed: usize = self.audited.changed.iter().map(|(_, how)| how.len() + 32).sum();
        draws + changed + self.game.as_ref().map_or(0, |game| game.memory().weight())
    }
}
