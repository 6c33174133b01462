//! Steps between sealed orders. After a rewind to such a step, the last player to answer would know
//! choices that the others could no longer change. The table must go back to before the first of
//! them.

use crate::error::ServiceError;
use crate::game::core::folded::handles::GameConduct;
use crate::game::core::log::Entry;
use ravenpost_log::Act;
use ravenpost_rules::numbers::{Seq, Step};

impl GameConduct<'_> {
    /// The step before the first of several simultaneous answers, if step `to` lies between them
    /// and all have been given since.
    pub fn before_sealed(&self, to: Step) -> Result<Option<Step>, ServiceError> {
        let mut then = self.history().at(self.log.end_of(to))?;
        // Everyone has answered, so start before the last answer.
        if then.status.clocks.opens.is_some()
            && let Some(last) = then.log.step_event(to)
        {
            then = self.history().at(last.before())?;
        }
        for (seat, wait) in &then.status.clocks.waits {
            // Seats with the same simultaneous prompt that have already answered.
            let put = self.history().at(wait.asked_at)?;
            let with = |other: &ravenpost_rules::Seat| {
                let asked = put.status.clocks.waits.get(other);
                let same = asked.is_some_and(|asked| asked.decision == wait.decision);
                let waits = then.status.clocks.waits.get(other);
                other != seat && same && waits.is_none_or(|now| now.decision != wait.decision)
            };
            let open = |entry: &Entry| entry.event.is_open() && entry.superseded_by.is_none();
            let answer = |entry: &Entry| match entry.act {
                Act::Ordered { seat, .. } | Act::TimedOut { seat, .. } => with(seat),
                _ => false,
            };
            let mut since = then.log.after(wait.asked_at).filter(open);
            if let Some(first) = since.find(answer)
                && !self.still_asks(&wait.decision, wait.asked_at)
            {
                return Ok(Some(first.step.before()));
            }
        }
        Ok(None)
    }

    /// Refuses such a step, and names an allowed one.
    pub fn may_go_between(&self, to: Step) -> Result<(), ServiceError> {
        let Some(before) = self.before_sealed(to)? else { return Ok(()) };
        let why = format!(
            "step {to} is in the middle of simultaneous moves; choose step {before}, just before \
             them"
        );
        Err(ServiceError::refused(why))
    }

    /// Whether a seat still has that prompt, so that nothing was opened yet.
    fn still_asks(&self, decision: &str, put: Seq) -> bool {
        self.status
            .clocks
            .waits
            .values()
            .any(|wait| wait.asked_at == put && wait.decision == decision)
    }
}
