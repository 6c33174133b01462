//! Which order a seat may undo, how forms refer to it, and the act that undoes it.

use chrono::{DateTime, Utc};

use crate::game::core::folded::handles::GameOrders;
use crate::game::core::log::Entry;
use crate::game::core::log::metadata::EventMetadata;
use ravenpost_log::Act;
use ravenpost_rules::{Seat, Viewer};

impl<'g> GameOrders<'g> {
    /// The last order, if the seat may still undo it. It must be the latest order and must not have
    /// revealed anything hidden. It is final once the regular time has ended and only late seats
    /// still have to answer. Other seats' instructions are ignored, so that this reveals nothing
    /// about them. If all orders are sealed and none is opened yet, each seat may undo its own.
    pub fn may_take_back(&self, seat: Seat) -> Option<Entry<'g>> {
        let hides = |last: &Entry| !self.title.reveals(&last.event.facts).unwrap_or(true);
        let sealed = |last: &Entry| self.status.clocks.is_sealed(last.event.at);
        let last = self.sealed_sheet(seat).or_else(|| self.last_order_of(seat));
        last.filter(hides).filter(|last| !sealed(last))
    }

    /// Like `may_take_back`, but at a given time. Nothing may be undone during a vote or pause, or
    /// once sealed orders are due to be opened.
    pub fn may_take_back_at(&self, seat: Seat, now: DateTime<Utc>) -> Option<Entry<'g>> {
        let judged = |last: &Entry| self.conduct().may(&self.taking_back(seat, last), now).is_ok();
        self.may_take_back(seat).filter(judged)
    }

    /// The last order, if it belongs to that seat and nobody acted after it.
    pub(crate) fn last_order_of(&self, seat: Seat) -> Option<Entry<'g>> {
        let known = |one: &EventMetadata| one.is_known_by(Viewer::Seat(seat)) && one.changes;
        let last = self.0.log.pick(|one| known(one) && one.superseded_by.is_none()).next_back()?;
        let own = matches!(
            last.act,
            Act::Ordered { seat: giver, via, .. } if *giver == seat && via.is_of_player()
        );
        (own && self.outcome().is_none()).then_some(last)
    }

    /// How forms refer to an event: by its step, and for a private event also by its number within
    /// the step.
    pub fn mark(&self, event: &Entry) -> String {
        if event.event.is_open() {
            return event.step.to_string();
        }
        let own = |one: &EventMetadata| !one.open && one.seat == event.event.seat;
        let step = self.log.metadata_after(self.log.end_of(event.step - 1)).filter(own);
        let before = step.take_while(|one| one.seq <= event.event.seq).count();
        format!("{}.{before}", event.step)
    }

    /// The act by which a seat undoes that order.
    pub(crate) fn taking_back(&self, seat: Seat, order: &Entry) -> Act {
        match order.event.is_open() {
            false => Act::InstructionWithdrawn { seat },
            true => Act::Undone { seat, step: order.step, ordered_at: order.event.at },
        }
    }
}
