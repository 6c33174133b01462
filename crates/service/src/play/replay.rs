//! Replays a game step by step for the requested viewer. Steps without news for this viewer are
//! skipped unless every step is requested.

use crate::error::ServiceError;
use crate::game::core::log::metadata::EventMetadata;
use crate::game::history::story::{NarratedEvent, is_news};
use crate::play::look::Eye;
use crate::play::read_game::VisibleGame;
use ravenpost_rules::Perspective;
use ravenpost_rules::numbers::{Seq, Step};

/// Maximum number of steps that are searched for the next one with news.
const LOOKED_THROUGH: usize = 200;
/// Maximum number of own orders that are narrated before what others did.
const OWN_ORDERS: usize = 12;

/// The next step with news, and the number of steps skipped before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NextStep {
    pub step: Step,
    pub skipped: usize,
}

impl VisibleGame {
    /// Returns what happened between two events, as narrated for the viewer. The open view includes
    /// all hidden information.
    pub(super) fn narrate_between(
        &self,
        after: Seq,
        up_to: Seq,
    ) -> Result<Vec<NarratedEvent>, ServiceError> {
        let open = self.look.eye == Eye::Open;
        let known = |one: &EventMetadata| is_news(one) && (open || one.is_known_by(self.viewer));
        let since = self.game.log.metadata_after(after).take_while(|one| one.seq <= up_to);
        let events: Vec<Seq> = since.filter(known).map(|one| one.seq).collect();
        if open {
            return self.game.narration().narrate_revealed(&events);
        }
        self.game.narration().tell(events, self.perspective())
    }

    /// The knowledge may be that of another seat, but the narration addresses the reader.
    fn perspective(&self) -> Perspective {
        Perspective { knows: self.viewer, reader: self.game.viewer(self.seat) }
    }

    /// Whether a step contains more than the fact that a seat has answered.
    fn narrates(&self, step: Step) -> Result<bool, ServiceError> {
        let log = &self.game.log;
        let narration = self.narrate_between(log.end_of(step.before()), log.end_of(step))?;
        Ok(narration
            .iter()
            .any(|event| event.order.is_some() || event.narration.iter().any(|one| !one.quiet)))
    }

    /// Returns the previous step with news, but not before `first`, which always counts.
    pub fn step_before(&self, first: Step) -> Result<Option<NextStep>, ServiceError> {
        let mut skipped = 0;
        let mut at = self.at;
        while let Some(step) = self.game.history().changed_before(at).filter(|step| *step >= first)
        {
            if step == first || self.is_shown(step, skipped)? {
                return Ok(Some(NextStep { step, skipped }));
            }
            (at, skipped) = (step, skipped + 1);
        }
        Ok(None)
    }

    /// Returns the next step with news, if any.
    pub fn step_after(&self) -> Result<Option<NextStep>, ServiceError> {
        let mut skipped = 0;
        let mut at = self.at;
        while let Some(step) = self.game.history().changed_after(at) {
            if self.is_shown(step, skipped)? {
                return Ok(Some(NextStep { step, skipped }));
            }
            (at, skipped) = (step, skipped + 1);
        }
        Ok(None)
    }

    /// Returns the player's own order that the replay begins with, if there is one.
    pub fn replays_from(&self) -> Option<Step> {
        let seat = self.seat?;
        let own = self.look.own.filter(|step| *step <= self.at)?;
        let given = |one: &EventMetadata| one.step == own && one.is_order_of(seat);
        self.game.log.metadata().any(|one| given(&one)).then_some(own)
    }

    /// Returns the player's last orders up to the step shown that no action of others interrupts,
    /// with the instructions given between them.
    pub fn own_orders(&self) -> Result<Vec<NarratedEvent>, ServiceError> {
        let Some(seat) = self.seat else { return Ok(Vec::new()) };
        let (log, mut given, mut others) = (&self.game.log, Vec::new(), false);
        let stands = |one: &EventMetadata| one.changes && one.superseded_by.is_none();
        let by_then = log.metadata().rev().skip_while(|one| one.step > self.at);
        for one in by_then.filter(stands) {
            match (one.is_order_of(seat), one.open) {
                (true, false) => given.push(one.seq),
                (true, true) if others && !given.is_empty() => break,
                (true, true) => given.push(one.seq),
                (false, open) => others |= open,
            }
            if given.len() == OWN_ORDERS {
                break;
            }
        }
        given.reverse();
        self.game.narration().tell(given, self.perspective())
    }

    fn is_shown(&self, step: Step, skipped: usize) -> Result<bool, ServiceError> {
        Ok(self.look.every || skipped >= LOOKED_THROUGH || self.narrates(step)?)
    }
}
