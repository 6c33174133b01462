//! A seat takes back its last order: a new event that sets the old one aside.

use chrono::{DateTime, Utc};

use crate::rules::act::Via;
use crate::rules::{Act, Seat};
use crate::service::commit::Beside;
use crate::service::error::ServiceError;
use crate::service::live::Live;
use crate::service::log::Entry;
use crate::service::{Idempotency, Service};
use crate::store::{GameId, PlayerId};

impl Live {
    /// The last order, if that seat may still take it back: nobody acted after it, and nothing
    /// hidden came to light through it.
    pub fn may_take_back(&self, seat: Seat) -> Option<Entry<'_>> {
        let last =
            self.log.iter().rev().find(|entry| entry.has_facts() && entry.aside.is_none())?;
        let own = matches!(
            last.act,
            Act::Ordered { seat: giver, via: Via::Page | Via::Mail, .. } if *giver == seat
        );
        let hidden = self.title.reveals(&last.event.facts).unwrap_or(true);
        (own && !hidden && self.position.outcome().is_none()).then_some(last)
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
            let (seq, given) = (last.event.seq, last.event.at);
            let order = match last.act {
                Act::Ordered { order, .. } => order.clone(),
                _ => String::new(),
            };
            batch.note(Act::TakenBack { seat, to: seq - 1, given: Some(given) })?;
            Ok((order, Beside::default()))
        })
        .await
    }

    /// Takes back the seat's last order, if it is still event `order`.
    pub async fn take_back(
        &self,
        now: DateTime<Utc>,
        (game, seat): (&GameId, Seat),
        giver: Option<PlayerId>,
        order: u64,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        let (place, event) = (seat.0.to_string(), order.to_string());
        let request = key.asks(&["take back", game.as_str(), &place, &event]);
        self.work_once(game, now, Some(&request), |batch| {
            batch.must_hold(seat, giver)?;
            batch.must_run()?;
            let last = batch.live.may_take_back(seat);
            let given = last.map(|entry| entry.event.at);
            if last.map(|entry| entry.event.seq) != Some(order) {
                return Err(no_longer());
            }
            batch.note(Act::TakenBack { seat, to: order - 1, given })?;
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
