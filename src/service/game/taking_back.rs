//! Which order a seat may take back, how forms name it, and by which act it is taken back.

use chrono::{DateTime, Utc};

use crate::service::game::folded::Game;
use crate::service::game::log::Entry;
use crate::service::game::log::glance::Glance;
use ravenpost_log::Act;
use ravenpost_log::act::Via;
use ravenpost_rules::{Seat, Viewer};

impl Game {
    /// The last order, if that seat may still take it back: nobody acted after it, and nothing
    /// hidden came to light through it; nor was time up since for all but who was late. What others
    /// leave for later is not looked at: whether it may tells nobody of that. Where all have sealed
    /// what they were asked and nothing is opened yet, each may take its own back.
    pub fn may_take_back(&self, seat: Seat) -> Option<Entry<'_>> {
        let hides = |last: &Entry| !self.title.reveals(&last.event.facts).unwrap_or(true);
        let sealed = |last: &Entry| self.course.is_sealed(last.event.at);
        let last = self.sealed_sheet(seat).or_else(|| self.last_order_of(seat));
        last.filter(hides).filter(|last| !sealed(last))
    }

    /// The same at a moment, as it would be judged then: nothing is taken back while the table
    /// votes or stands still, nor once it is time to open what all have sealed.
    pub fn may_take_back_at(&self, seat: Seat, now: DateTime<Utc>) -> Option<Entry<'_>> {
        let judged = |last: &Entry| self.may(&self.taking_back(seat, last), now).is_ok();
        self.may_take_back(seat).filter(judged)
    }

    /// The last order, if it is that seat's and nobody acted after it.
    pub(in crate::service) fn last_order_of(&self, seat: Seat) -> Option<Entry<'_>> {
        let known = |one: &Glance| one.is_known_by(Viewer::Seat(seat)) && one.changes;
        let last = self.log.pick(|one| known(one) && one.superseded_by.is_none()).next_back()?;
        let own = matches!(
            last.act,
            Act::Ordered { seat: giver, via: Via::Page | Via::Email, .. } if *giver == seat
        );
        (own && self.outcome().is_none()).then_some(last)
    }

    /// How forms name an event that a seat knows of: its step, and if it is the seat's own alone
    /// the how many-th such it is in that step.
    pub fn mark(&self, event: &Entry) -> String {
        if event.event.is_open() {
            return event.step.to_string();
        }
        let own = |one: &Glance| !one.open && one.seat == event.event.seat;
        let step = self.log.glances_after(self.log.end_of(event.step - 1)).filter(own);
        let before = step.take_while(|one| one.seq <= event.event.seq).count();
        format!("{}.{before}", event.step)
    }

    /// The act by which a seat takes that order back.
    pub(in crate::service) fn taking_back(&self, seat: Seat, order: &Entry) -> Act {
        match order.event.is_open() {
            false => Act::InstructionWithdrawn { seat },
            true => Act::Undone { seat, step: order.step, ordered_at: order.event.at },
        }
    }
}
