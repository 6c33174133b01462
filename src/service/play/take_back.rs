//! A seat takes back its last order: a new event that sets the old one aside.

use chrono::{DateTime, Utc};

use crate::rules::act::Via;
use crate::rules::{Act, Seat, Viewer};
use crate::service::commit::Beside;
use crate::service::error::ServiceError;
use crate::service::live::Live;
use crate::service::log::{Entry, Glance};
use crate::service::{Idempotency, Service};
use crate::store::{GameId, PlayerId};

impl Live {
    /// The last order, if that seat may still take it back: nobody acted after it, and nothing
    /// hidden came to light through it. What others leave for later is not looked at: whether it
    /// may tells nobody of that.
    pub fn may_take_back(&self, seat: Seat) -> Option<Entry<'_>> {
        let hides = |last: &Entry| !self.title.reveals(&last.event.facts).unwrap_or(true);
        self.last_order_of(seat).filter(hides)
    }

    /// The last order, if it is that seat's and nobody acted after it.
    pub(in crate::service) fn last_order_of(&self, seat: Seat) -> Option<Entry<'_>> {
        let known = |one: &Glance| one.is_known_by(Viewer::Seat(seat)) && one.changes;
        let last = self.log.pick(|one| known(one) && one.aside.is_none()).next_back()?;
        let own = matches!(
            last.act,
            Act::Ordered { seat: giver, via: Via::Page | Via::Mail, .. } if *giver == seat
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
        let (seq, given) = (order.event.seq, order.event.at);
        match (order.event.is_open(), self.course.chain) {
            (false, _) => Act::Withdrawn { seat },
            (true, 1) => Act::TakenBack { seat, to: seq - 1, given: Some(given) },
            (true, _) => Act::Undone { seat, step: order.step, given },
        }
    }
}

impl Service {
    /// Takes back the seat's last order, whichever that is, and tells it.
    pub async fn take_back_last(
        &self,
        now: DateTime<Utc>,
        (game, seat): (&GameId, Seat),
        giver: PlayerId,
        key: &Idempotency,
    ) -> Result<String, ServiceError> {
        let request = key.asks(&["take back the last", game.as_str(), &seat.0.to_string()]);
        self.work_once(game, now, Some(&request), |batch| {
            batch.must_hold(seat, Some(giver))?;
            batch.must_run()?;
            let last = batch.live.may_take_back(seat).ok_or_else(no_longer)?;
            let act = batch.live.taking_back(seat, &last);
            let order = match last.act {
                Act::Ordered { order, .. } => order.clone(),
                _ => String::new(),
            };
            batch.note(act)?;
            Ok((order, Beside::default()))
        })
        .await
    }

    /// Takes back the seat's last order, if it is still the one so marked.
    pub async fn take_back(
        &self,
        now: DateTime<Utc>,
        (game, seat): (&GameId, Seat),
        giver: Option<PlayerId>,
        order: &str,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        let request = key.asks(&["take back", game.as_str(), &seat.0.to_string(), order]);
        self.work_once(game, now, Some(&request), |batch| {
            batch.must_hold(seat, giver)?;
            batch.must_run()?;
            let last = batch.live.may_take_back(seat);
            let last = last.filter(|last| batch.live.mark(last) == order).ok_or_else(no_longer)?;
            let act = batch.live.taking_back(seat, &last);
            batch.note(act)?;
            Ok(((), Beside::default()))
        })
        .await
    }
}

fn no_longer() -> ServiceError {
    ServiceError::refused(
        "this can no longer be taken back: somebody has acted since, or something hidden has come \
         to light",
    )
}
