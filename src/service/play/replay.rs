//! Going through the past of a game step by step, with the eyes that are asked for. Steps that tell
//! these eyes nothing are passed over, unless every step is asked for.

use crate::letters::second_person::about;
use crate::service::error::ServiceError;
use crate::service::game::log::glance::Glance;
use crate::service::game::story::{ToldEvent, is_news};
use crate::service::play::look::Eye;
use crate::service::play::read_game::GameSight;
use ravenpost_rules::numbers::{Seq, Step};

/// Steps without news that are looked through for the next one with some.
const LOOKED_THROUGH: usize = 200;
/// Own orders that are told before what others did.
const OWN_ORDERS: usize = 12;

/// The next step that is worth a look, and how many before it are passed over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NextStep {
    pub step: Step,
    pub skipped: usize,
}

impl GameSight {
    /// What happened after an event up to another one, as the eyes that look were told it: those
    /// that see everything are told what each seat was.
    pub(super) fn told_between(
        &self,
        after: Seq,
        upto: Seq,
    ) -> Result<Vec<ToldEvent>, ServiceError> {
        let open = self.look.eye == Eye::Open;
        let known = |one: &Glance| is_news(one) && (open || one.is_known_by(self.viewer));
        let since = self.live.log.glances_after(after).take_while(|one| one.seq <= upto);
        let events: Vec<Seq> = since.filter(known).map(|one| one.seq).collect();
        if open {
            return self.live.tell_openly(&events);
        }
        let mut told = self.live.tell(events, self.viewer)?;
        // Whoever looks with the eyes of another is not spoken to.
        if let Eye::Seat(seat) = self.look.eye
            && self.seat != Some(seat)
        {
            let name = self.live.seat_name(seat);
            for one in told.iter_mut().flat_map(|event| &mut event.told) {
                one.text = about(&one.text, &name);
            }
        }
        Ok(told)
    }

    /// Whether a step tells more than that somebody has answered.
    fn tells(&self, step: Step) -> Result<bool, ServiceError> {
        let log = &self.live.log;
        let told = self.told_between(log.end_of(step.before()), log.end_of(step))?;
        Ok(told
            .iter()
            .any(|event| event.order.is_some() || event.told.iter().any(|one| !one.quiet)))
    }

    /// The step before the one shown, not before `first`, which is always one to look at.
    pub fn step_before(&self, first: Step) -> Result<Option<NextStep>, ServiceError> {
        let mut skipped = 0;
        let mut at = self.at;
        while let Some(step) = self.live.changed_before(at).filter(|step| *step >= first) {
            if step == first || self.is_shown(step, skipped)? {
                return Ok(Some(NextStep { step, skipped }));
            }
            (at, skipped) = (step, skipped + 1);
        }
        Ok(None)
    }

    /// The step after the one shown. None with news: there is none.
    pub fn step_after(&self) -> Result<Option<NextStep>, ServiceError> {
        let mut skipped = 0;
        let mut at = self.at;
        while let Some(step) = self.live.changed_after(at) {
            if self.is_shown(step, skipped)? {
                return Ok(Some(NextStep { step, skipped }));
            }
            (at, skipped) = (step, skipped + 1);
        }
        Ok(None)
    }

    /// The looker's own order with which the replay begins, if it is one that does.
    pub fn replays_from(&self) -> Option<Step> {
        let seat = self.seat?;
        let own = self.look.own.filter(|step| *step <= self.at)?;
        let given = |one: &Glance| one.step == own && one.is_order_of(seat);
        self.live.log.glances().any(|one| given(&one)).then_some(own)
    }

    /// The orders that the looker gave in one go, up to the step shown: those before which nobody
    /// else did anything, with all that it had left for them meanwhile.
    pub fn own_orders(&self) -> Result<Vec<ToldEvent>, ServiceError> {
        let Some(seat) = self.seat else { return Ok(Vec::new()) };
        let (log, mut given, mut others) = (&self.live.log, Vec::new(), false);
        let stands = |one: &Glance| one.changes && one.superseded_by.is_none();
        let by_then = log.glances().rev().skip_while(|one| one.step > self.at);
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
        self.live.tell(given, self.viewer)
    }

    fn is_shown(&self, step: Step, skipped: usize) -> Result<bool, ServiceError> {
        Ok(self.look.every || skipped >= LOOKED_THROUGH || self.tells(step)?)
    }
}
